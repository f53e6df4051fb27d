/** Any text as the content of an element or of a quoted attribute. Controls, which no page may hold, become U+FFFD. */
export const escapeHtml = (text: string): string =>
  text.replace(CONTROLS, '\uFFFD').replace(/[&<>"'`]/g, (character) => ESCAPES[character]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' },
};

/** A name from a file: whichever way it is written, it does not turn the text around it. */
export const nameHtml = (name: string): string => `<bdi>${escapeHtml(name)}</bdi>`;
