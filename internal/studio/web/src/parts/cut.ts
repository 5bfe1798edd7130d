/** The texts that have been given a hint here, so that it goes when there is room for them. */
const given = new WeakSet<Element>();

/** Gives each text that finds no room a hint with all of it, when the pointer or the keyboard comes to it. */
export function tellWhatIsCut(root: Document) {
  const look = (e: Event) => {
    for (let at = e.target as Element | null; at instanceof HTMLElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.textOverflow !== "ellipsis") continue;
      if (at.scrollWidth > at.clientWidth) {
        const told = at.closest("[title]");
        const text = at.innerText.trim();
        if (told && (told !== at || !given.has(at)) && told.getAttribute("title")!.includes(text)) return;
        at.title = text;
        given.add(at);
      } else if (given.has(at)) {
        at.removeAttribute("title");
        given.delete(at);
      }
      return;
    }
  };
  root.addEventListener("pointerover", look);
  root.addEventListener("focusin", look);
}
