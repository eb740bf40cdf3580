import { styleText } from 'node:util'
import type { Outcome } from '../conformance/outcome.ts'

type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Colours a text, or returns it unchanged where colours are not wanted. */
export type Style = (look: Look, text: string) => string

export function styleFor(color: boolean): Style {
  // No check of the stream here: the caller has already checked terminal and environment.
  return color ? (look, text) => styleText(look, text, { validateStream: false }) : (_, text) => text
}

export const looks: Readonly<Record<Outcome, Look>> = {
  passed: 'green',
  failed: 'red',
  warned: 'yellow',
  observed: 'cyan',
  'not-exercised': 'dim',
}
