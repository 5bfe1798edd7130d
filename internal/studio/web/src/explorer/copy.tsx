import { shownTick } from "../state/notes";

/** Copies an answer as Markdown, with a link to its moment. */
export function Copy({ text }: { text: string }) {
  return (
    <button type="button" className="mini" onClick={() => void navigator.clipboard.writeText(markdown(text))} title="with a link to this moment">copy as Markdown</button>
  );
}

function markdown(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\`\n\n[this moment in the studio](${link()})\n`;
}

/** The address of what is looked at, of this moment even if it is now; without the secret of the server. */
function link(): string {
  const at = new URL(location.href);
  at.searchParams.set("tick", String(shownTick()));
  at.searchParams.delete("token");
  return at.href;
}
