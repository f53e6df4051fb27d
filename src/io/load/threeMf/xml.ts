import { SaxesParser, type SaxesTagNS } from 'saxes';
import { InputError } from '../../../errors.js';
import { type Source, unreadable } from '../reader.js';

/** An element's name and attributes, with their namespaces. */
export type XmlTag = SaxesTagNS;

export interface XmlHandlers {
  /** At an element's beginning; `line` counts from 1. Returns whether the element is of use. */
  open(tag: XmlTag, line: number): boolean;
  /** At its end. */
  close(): void;
}

/** A document of a package. */
export interface XmlDocument {
  /** For messages. */
  readonly name: string;
  /** Gives its bytes, piece by piece. */
  readonly feed: (take: (bytes: Uint8Array) => void) => void;
  /** How many characters that are of no use may be read, in this document and those after it. */
  readonly idle: { charactersLeft: number };
}

/** Deeper than any model is nested. */
const MOST_DEPTH = 128;

/** What an element of use takes in all, with its attributes, its end and the blanks about it; rarely a hundred. */
const USEFUL_CHARACTERS = 256;

/**
 * Reads an XML document piece by piece: elements and attributes. Only the five entities of XML itself are known, and a
 * document type, which could define others, is refused. Text, comments and elements that are of no use take time as
 * others do, and shrink to nearly nothing in a package: there is a limit to them.
 */
export function readXml(source: Source, document: XmlDocument, { open, close }: XmlHandlers): void {
  const { name: what, feed, idle } = document;
  const parser = new SaxesParser({ xmlns: true, position: true });
  const refuse = (fact: string): InputError =>
    unreadable(source, `${fact} (${what}, line ${parser.line})`, 'Export the file again.');
  let depth = 0;
  let usefulEnd = 0; // of the last element of use
  let fed = 0; // characters; the parser's own position counts only while it is at work
  const checkIdle = (position: number): void => {
    if (position - usefulEnd > idle.charactersLeft)
      throw refuse('it holds too much that is no part of a model: text, comments or unknown elements');
  };
  parser.on('error', (error) => {
    throw refuse(`it is no valid XML: ${shown(error)}`);
  });
  parser.on('doctype', () => {
    throw refuse('it declares a document type, which may define entities');
  });
  parser.on('opentag', (tag) => {
    if (++depth > MOST_DEPTH) throw refuse(`its elements are nested more than ${MOST_DEPTH} deep`);
    if (open(tag, parser.line)) {
      idle.charactersLeft -= Math.max(0, parser.position - usefulEnd - USEFUL_CHARACTERS);
      usefulEnd = parser.position;
    }
    checkIdle(parser.position);
  });
  parser.on('closetag', () => {
    depth--;
    close();
  });

  let decoder: TextDecoder | undefined;
  const read = (bytes?: Uint8Array): void => {
    try {
      if (bytes) {
        const text = (decoder ??= decoderFor(bytes)).decode(bytes, { stream: true });
        parser.write(text);
        fed += text.length;
        checkIdle(fed);
      } else parser.write(decoder?.decode() ?? '').close();
    } catch (error) {
      if (error instanceof InputError) throw error;
      // Bytes that are no text, or a text that is too long for a string.
      throw refuse(`it is no valid text: ${shown(error)}`);
    }
  };
  feed((bytes) => {
    if (bytes.length > 0) read(bytes);
  });
  read();
  idle.charactersLeft -= Math.max(0, fed - usefulEnd);
}

/** What the parser says, without its place and its full stop; it may quote the document. */
const shown = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .slice(0, 120)
    .replace(/^\d+:\d+: /, '')
    .replace(/\.$/, '');

/** By the mark in front: XML is UTF-8 without one. */
const decoderFor = ([a, b]: Uint8Array): TextDecoder =>
  new TextDecoder(a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8', {
    fatal: true,
  });

/** The value of an attribute without a namespace. */
export const attribute = ({ attributes }: XmlTag, name: string): string | undefined => attributes[name]?.value;

/** The value of an attribute in a namespace, whatever its prefix. */
export function attributeNs({ attributes }: XmlTag, uri: string, local: string): string | undefined {
  for (const name in attributes) {
    const found = attributes[name];
    if (found.local === local && found.uri === uri) return found.value;
  }
  return undefined;
}
