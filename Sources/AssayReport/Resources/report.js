(() => {
  "use strict";
  const form = document.getElementById("filter");
  const output = form.querySelector("output");
  const all = form.querySelector("button");
  const unmatched = document.getElementById("unmatched");
  const entries = [...document.querySelectorAll("nav a")];
  const groups = [...document.querySelectorAll("nav p")].filter((item) => item.nextElementSibling?.matches("ol"));
  const findings = [...document.querySelectorAll(".finding")];
  const checks = [...document.querySelectorAll(".check")];
  const systems = [...document.querySelectorAll(".system")];
  const operations = [...document.querySelectorAll(".operation")];
  const rest = [...document.querySelectorAll(".rest")];
  const words = new Map();
  const text = (item) => {
    if (!words.has(item)) words.set(item, item.textContent.toLowerCase());
    return words.get(item);
  };
  const count = (items) => items.filter((item) => !item.hidden).length;

  const open = (item) => item.querySelectorAll("details.more").forEach((fold) => { fold.open = true; });
  // The finding after, or before, the one at the top of the window.
  const step = (by) => {
    const shown = findings.filter((item) => !item.hidden);
    const tops = shown.map((item) => item.getBoundingClientRect().top);
    const next = by > 0 ? tops.findIndex((top) => top > 120) : tops.findLastIndex((top) => top < 60);
    if (next < 0) return;
    open(shown[next]);
    shown[next].scrollIntoView();
  };
  for (const code of document.querySelectorAll(".curl")) {
    if (!navigator.clipboard) break;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => navigator.clipboard.writeText(code.textContent).then(() => { button.textContent = "Copied"; }));
    code.after(button);
  }

  const apply = () => {
    const wanted = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const system = form.elements.system ? form.elements.system.value : "";
    const levels = new Set([...form.querySelectorAll("[name=level]:checked")].map((box) => box.value));
    const verdicts = new Set([...form.querySelectorAll("[name=verdict]:checked")].map((box) => box.value));
    const judges = !!form.querySelector("[name=verdict]");
    // A finding of no check, as one about a server, has no verdict.
    const fits = (item, usual) =>
      (!judges || !(item.dataset.verdict || usual) || verdicts.has(item.dataset.verdict || usual)) &&
      (!system || item.closest("[data-system]").dataset.system === system) && wanted.every((word) => text(item).includes(word));
    const show = (item, isShown) => {
      if (item.hidden === isShown) item.hidden = !isShown;
    };
    for (const item of findings) show(item, levels.has(item.dataset.level) && fits(item));
    for (const item of operations) show(item, !!item.querySelector(".finding:not([hidden])"));
    for (const item of checks) show(item, fits(item, "passed"));
    for (const item of rest) item.open = wanted.length > 0;
    for (const item of systems) item.hidden = ![...item.querySelectorAll(".check")].some((check) => !check.hidden);
    for (const group of groups) group.hidden = ![...group.nextElementSibling.children].some((item) => !document.getElementById(item.firstElementChild.hash.slice(1)).hidden);
    for (const entry of entries) entry.parentElement.hidden = document.getElementById(entry.hash.slice(1)).hidden;
    if (unmatched) unmatched.hidden = count(findings) > 0;
    all.hidden = count(findings) === findings.length && count(checks) === checks.length;
    const shown = (items, name) => `${count(items)} of ${items.length} ${name}${items.length === 1 ? "" : "s"}`;
    output.value = (findings.length ? `${shown(findings, "finding")}, ` : "") + shown(checks, "check");
  };

  const showAll = () => {
    form.reset();
    apply();
  };

  form.hidden = false;
  // Thousands of rows are not filtered anew for each letter of a word.
  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    if (checks.length + findings.length < 1000) apply();
    else waiting = setTimeout(apply, 150);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  all.addEventListener("click", () => {
    showAll();
    form.elements.text.focus();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("[type=search], select");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      form.elements.text.focus();
    } else if ((event.key === "n" || event.key === "p") && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      step(event.key === "n" ? 1 : -1);
    } else if (event.key === "Escape" && event.target === form.elements.text) {
      form.elements.text.value = "";
      apply();
    }
  });
  addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    if (target.closest("[hidden]")) showAll();
    open(target);
    target.scrollIntoView();
  });
  apply();
})();
