import { styleText } from 'node:util'
import type { Outcome } from '../conformance/outcome.ts'

type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Colours a text, or leaves it alone where the reader has no use for colours. */
export type Style = (look: Look, text: string) => string

export function styleFor(color: boolean): Style {
  // The caller has looked at terminal and environment already.
  return color ? (look, text) => styleText(look, text, { validateStream: false }) : (_, text) => text
}

export const looks: Readonly<Record<Outcome, Look>> = {
  passed: 'green',
  failed: 'red',
  warned: 'yellow',
  observed: 'cyan',
  'not-exercised': 'dim',
}
