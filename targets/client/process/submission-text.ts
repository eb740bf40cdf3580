import type { Written } from '../../../conformance/ports/client.ts'

const WAYS: Readonly<Record<Written, (value: unknown) => string>> = {
  'many-lines': (value) => `${JSON.stringify(value, null, 2)}\n`,
  'one-line': (value) => JSON.stringify(value),
  'many-lines-unended': (value) => JSON.stringify(value, null, 2),
  windows: (value) => `${JSON.stringify(value, null, '\t')}\n`.replaceAll('\n', '\r\n'),
  escaped: (value) => `${JSON.stringify(value).replace(/[\u0080-\uffff]/g, escapeOf)}\n`,
}

const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Writes a JSON value as text in one of the ways. */
export const submissionText = (written: Written, value: unknown): string => WAYS[written](value)
