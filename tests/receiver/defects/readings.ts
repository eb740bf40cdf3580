import { isUtf8 } from 'node:buffer'
import type { Got } from '../fake.ts'
import type { json } from './defect.ts'

type Read = (body: Buffer, got: Got) => Uint8Array | string | undefined

const text = (body: Buffer) => body.toString('utf8')
const decoded = (encoding: string, body: Buffer) => new TextDecoder(encoding).decode(body)
const parsed = (body: Buffer, write: (value: unknown) => string) => {
  try {
    return write(JSON.parse(text(body)))
  } catch {
    return undefined
  }
}
const ascii = (written: string) =>
  written.replace(/[^ -~\s]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Lossy ways to read a body before its signature is verified, as libraries and frameworks do it. */
export const READINGS = {
  'as UTF-8, with U+FFFD for other bytes': text,
  'as UTF-8, without other bytes': (body) => text(body).replaceAll('\ufffd', ''),
  'as UTF-8, with question marks for other bytes': (body) => text(body).replaceAll('\ufffd', '?'),
  'as UTF-8, or as Latin-1 where it is none': (body) => (isUtf8(body) ? body : body.toString('latin1')),
  'as UTF-8, or as Windows-1252 where it is none': (body) =>
    isUtf8(body) ? body : decoded('windows-1252', body),
  'as ASCII of seven bits': (body) => body.map((byte) => byte & 0x7f),
  'as ASCII, without other bytes': (body) => body.filter((byte) => byte < 0x80),
  'as ASCII, with question marks for other letters': (body) => text(body).replace(/[^\0-\x7f]/gu, '?'),
  'as Latin-1, and writes UTF-8': (body) => body.toString('latin1'),
  'as Windows-1252, and writes UTF-8': (body) => decoded('windows-1252', body),
  'as UTF-8, and writes Latin-1': (body) => Buffer.from(text(body), 'latin1'),
  'by its byte order mark': (body) =>
    body[0] === 0xff ? decoded('utf-16le', body) : body[0] === 0xfe ? decoded('utf-16be', body) : text(body),
  'by the charset of its media type': (body: Buffer, { headers }: Got) =>
    decoded(/charset=([^;]+)/.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8', body),
  composed: (body) => text(body).normalize('NFC'),
  decomposed: (body) => text(body).normalize('NFD'),
  'composed, with look-alikes made alike': (body) => text(body).normalize('NFKC'),
  'without accents': (body) =>
    text(body)
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, ''),
  'without blanks around it': (body) => text(body).trim(),
  'without blanks behind it': (body) => text(body).trimEnd(),
  'without a byte order mark': (body) => text(body).replace(/^\ufeff/, ''),
  'with line feeds for all line ends': (body) => text(body).replaceAll('\r\n', '\n'),
  'with two characters for all line ends': (body) => text(body).replaceAll(/\r?\n/g, '\r\n'),
  'with one blank for several': (body) => text(body).replaceAll(/[ \t]+/g, ' '),
  'up to a zero byte': (body) => body.subarray(0, body.includes(0) ? body.indexOf(0) : body.length),
  'without zero bytes': (body) => body.filter((byte) => byte !== 0),
  'without control characters': (body) => text(body).replaceAll(/\p{Cc}/gu, ''),
  'without invisible characters': (body) => text(body).replaceAll(/\p{Cf}/gu, ''),
  'without characters of four bytes': (body) => text(body).replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
  'in small letters': (body) => text(body).toLowerCase(),
  'as a form': (body) =>
    decodeURIComponent(
      text(body)
        .replaceAll('+', ' ')
        .replaceAll(/%(?![\da-f]{2})/gi, '%25'),
    ),
  'with entities decoded': (body) => text(body).replaceAll('&amp;', '&'),
  'with entities encoded': (body) => text(body).replaceAll(/&(?!\w+;)/g, '&amp;'),
  'without tags': (body) => text(body).replaceAll(/<[^>]*>/g, ''),
  'written anew': (body) => parsed(body, JSON.stringify),
  'written anew in ASCII': (body) => parsed(body, (value) => ascii(JSON.stringify(value))),
  'written anew with its slashes escaped': (body) =>
    parsed(body, (value) => JSON.stringify(value).replaceAll('/', '\\/')),
  'written anew, indented': (body) => parsed(body, (value) => JSON.stringify(value, null, 2)),
  'written anew by a library that sorts keys': (body) =>
    parsed(body, (value) => JSON.stringify(value, sortedKeys)),
  'written anew with the fields that it knows': (body) =>
    parsed(body, (value) => {
      const { type, timestamp, brokerageId, data } = value as ReturnType<typeof json>
      return JSON.stringify({ type, timestamp, brokerageId, data })
    }),
} as const satisfies Readonly<Record<string, Read>>

export type Reading = keyof typeof READINGS

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
