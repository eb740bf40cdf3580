import { styleText } from 'node:util'
import type { Outcome } from '../conformance/outcome.ts'

type TextStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Colours a text, or returns it unchanged where colours are not wanted. */
export type Style = (textStyle: TextStyle, text: string) => string

export function styleFor(color: boolean): Style {
  // No check of the stream here: the caller has already checked terminal and environment.
  return color
    ? (textStyle, text) => styleText(textStyle, text, { validateStream: false })
    : (_, text) => text
}

export const outcomeStyles: Readonly<Record<Outcome, TextStyle>> = {
  passed: 'green',
  failed: 'red',
  warned: 'yellow',
  observed: 'cyan',
  'not-exercised': 'dim',
}
