/** An element that holds others, or nothing; `children` are XML already. */
export function element(name: string, attributes: Readonly<Record<string, string>>, ...children: string[]): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('');
  return children.length === 0 ? `<${name}${given}/>` : `<${name}${given}>\n${children.join('\n')}\n</${name}>`;
}

/** An element that holds text. */
export const textElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** A whole file. */
export const xmlFile = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

/** Any text as the content of an element or an attribute. What XML 1.0 has no place for becomes U+FFFD. */
export const escapeXml = (text: string): string =>
  text
    .replace(FORBIDDEN, '\uFFFD')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[&<>"'\t\n\r]/g, (character) => ESCAPES[character]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
  // As they are, a reader may make spaces of them.
  ...{ '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' },
};
