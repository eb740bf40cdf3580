import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { visible } from '../conformance/visible.ts'
import { printfCommand, shellWord } from './shell.ts'

test.each([
  ['a sign with a variation selector', 'é 🛡\u{fe0f}'],
  ['blanks of every kind', 'a\u00a0b\u2028c\u3000d'],
  ['a filler and a braille blank', '\u3164\u2800'],
  ['quotes, backslashes and control characters', `'"\\\t\n\u0007$HOME`],
])('%s reach a program as they are, and a terminal shows the line as it is', (_what, text) => {
  const word = shellWord([{ text }])
  expect(visible(word)).toBe(word)
  const printed = (command: string) => execFileSync('bash', ['-c', command]).toString()
  expect(printed(`printf %s ${word}`)).toBe(text)
  expect(printed(printfCommand([{ text }]))).toBe(text)
})
