import { shownTick } from "../state/notes";

/** Copies an answer as text or as Markdown, with a link to its moment. */
export function Copy({ text }: { text: string }) {
  const copy = (form: (text: string) => string) => () => void navigator.clipboard.writeText(form(text));
  return (
    <>
      <button type="button" className="mini" onClick={copy(plain)} title="with a link to this moment">copy as text</button>
      <button type="button" className="mini" onClick={copy(markdown)} title="with a link to this moment">copy as Markdown</button>
    </>
  );
}

const plain = (text: string) => `${text.trimEnd()}\n\n${link()}\n`;
const markdown = (text: string) => `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n\n[this moment in the studio](${link()})\n`;

/** The address of what is looked at, of this moment even if it is now; without the secret of the server. */
function link(): string {
  const at = new URL(location.href);
  at.searchParams.set("tick", String(shownTick()));
  at.searchParams.delete("token");
  return at.href;
}
