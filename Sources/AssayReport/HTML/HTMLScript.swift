/// The page's one script: it filters, and opens what is folded before printing.
enum HTMLScript {
  /// What the page's policy lets run; a test holds it against the text.
  static let hash = "sha256-ZpP+slmD2j+GfC0u2kQ7mrI8Jb3SuGrmM3E9HGi85G4="

  static let text = #"""
    (() => {
      "use strict";
      const form = document.getElementById("filter");
      const output = form.querySelector("output");
      const findings = [...document.querySelectorAll(".finding")];
      const checks = [...document.querySelectorAll(".check")];
      const systems = [...document.querySelectorAll(".system")];
      const words = new Map();
      const text = (item) => {
        if (!words.has(item)) words.set(item, item.textContent.toLowerCase());
        return words.get(item);
      };
      const count = (items) => items.filter((item) => !item.hidden).length;

      const apply = () => {
        const wanted = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
        const system = form.elements.system ? form.elements.system.value : "";
        const levels = new Set([...form.querySelectorAll("[name=level]:checked")].map((box) => box.value));
        const fits = (item) =>
          (!system || item.dataset.system === system) && wanted.every((word) => text(item).includes(word));
        for (const item of findings) item.hidden = !levels.has(item.dataset.level) || !fits(item);
        for (const item of checks) item.hidden = !fits(item);
        for (const item of systems) item.hidden = ![...item.querySelectorAll(".check")].some((check) => !check.hidden);
        output.value =
          `${count(findings)} of ${findings.length} findings, ${count(checks)} of ${checks.length} checks`;
      };

      form.hidden = false;
      form.addEventListener("input", apply);
      form.addEventListener("submit", (event) => event.preventDefault());
      document.addEventListener("keydown", (event) => {
        const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
        if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
          event.preventDefault();
          form.elements.text.focus();
        } else if (event.key === "Escape" && event.target === form.elements.text) {
          form.elements.text.value = "";
          apply();
        }
      });
      addEventListener("hashchange", () => {
        const target = document.getElementById(location.hash.slice(1));
        if (!target || !target.closest("[hidden]")) return;
        form.reset();
        apply();
        target.scrollIntoView();
      });
      addEventListener("beforeprint", () => {
        for (const item of document.querySelectorAll("details")) item.open = true;
      });
      apply();
    })();

    """#
}
