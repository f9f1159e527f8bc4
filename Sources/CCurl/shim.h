#ifndef ASSAY_CCURL_SHIM_H
#define ASSAY_CCURL_SHIM_H

#include <curl/curl.h>
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

// Swift cannot call C functions with variable arguments, so each type of argument gets a function of its own.
// The parentheses around the function names step past the macros libcurl puts over them.

// curl_easy_setopt

static inline CURLcode assay_easy_set_long(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode assay_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode assay_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode assay_easy_set_auth(CURL *easy) {
  return (curl_easy_setopt)(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_DIGEST);
}

static inline CURLcode assay_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode assay_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return (curl_easy_setopt)(easy, option, value);
}

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION
static inline CURLcode assay_easy_set_write(CURL *easy, CURLoption option, curl_write_callback value) {
  return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode assay_easy_set_prereq(CURL *easy, curl_prereq_callback value) {
  return (curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, value);
}

// CURLOPT_READFUNCTION
static inline CURLcode assay_easy_set_read(CURL *easy, curl_read_callback value) {
  return (curl_easy_setopt)(easy, CURLOPT_READFUNCTION, value);
}

static inline CURLcode assay_easy_set_sockopt(CURL *easy, curl_sockopt_callback value) {
  return (curl_easy_setopt)(easy, CURLOPT_SOCKOPTFUNCTION, value);
}

static inline CURLcode assay_easy_set_closesocket(CURL *easy, curl_closesocket_callback value) {
  return (curl_easy_setopt)(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

// curl_easy_getinfo

static inline CURLcode assay_easy_get_long(CURL *easy, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode assay_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode assay_easy_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode assay_easy_get_string(CURL *easy, CURLINFO info, const char **value) {
  return (curl_easy_getinfo)(easy, info, value);
}

// What poll says of a socket at once. Unlike a look by recv it leaves an error for the next call that reads.
static inline int assay_socket_events(curl_socket_t descriptor) {
  struct pollfd socket = {.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&socket, 1, 0) > 0 ? socket.revents : 0;
}

// Whether the peer has ended what it sends over a connection, in order, and all of that was read.
static inline int assay_socket_has_ended(curl_socket_t descriptor) {
  int events = assay_socket_events(descriptor);
  if (!(events & POLLIN) || (events & (POLLERR | POLLNVAL))) return 0;
  int unread = 0;
  return ioctl(descriptor, FIONREAD, &unread) == 0 && unread == 0;
}

// The local port of a TCP connection; 0 for any other.
static inline int assay_socket_local_port(curl_socket_t descriptor) {
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) return 0;
  if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
  if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
  return 0;
}

// Whether what went wrong last was that the peer reset the connection, as the system says.
static inline int assay_easy_was_reset(CURL *easy) {
  long error = 0;
  return (curl_easy_getinfo)(easy, CURLINFO_OS_ERRNO, &error) == CURLE_OK && error == ECONNRESET;
}

// curl_multi_setopt

static inline CURLMcode assay_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

// What depends on the release of libcurl.

// 1 if this libcurl was built with a place of certificate authorities, as those of systems are.
static inline int assay_has_authorities(void) {
#if LIBCURL_VERSION_NUM >= 0x074600
  const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
  return info->age < CURLVERSION_SEVENTH || info->cainfo || info->capath;
#else
  return 1;
#endif
}

// Only HTTP, whatever else this libcurl speaks.
static inline CURLcode assay_easy_restrict_to_http(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return (curl_easy_setopt)(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return (curl_easy_setopt)(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// A transfer given up while its host is being resolved does not wait for the resolver.
static inline CURLcode assay_easy_leave_resolver(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  return (curl_easy_setopt)(easy, CURLOPT_QUICK_EXIT, 1L);
#else
  (void)easy;
  return CURLE_OK;
#endif
}

// The number of processors this process may use: those of its set (sched_getaffinity(2)), else all of the machine.
static inline long assay_processors(void) {
#if defined(__linux__)
  unsigned long set[128] = {0};
  if (syscall(SYS_sched_getaffinity, 0, sizeof set, set) > 0) {
    long count = 0;
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) count += __builtin_popcountl(set[i]);
    return count;
  }
#endif
  return sysconf(_SC_NPROCESSORS_ONLN);
}

#endif
