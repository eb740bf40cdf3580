import { expect, test } from 'vitest'
import { markdownText } from './markdown.ts'

test.each([
  [
    'quote_status is "ready_to_bind" (clause 4.rule.4)',
    'quote\\_status is "ready\\_to\\_bind" (clause 4.rule.4)',
  ],
  ['<b>|x|</b>', '&#60;b&#62;\\|x\\|&#60;/b&#62;'],
  ['a & b, c@example.com', 'a &#38; b, c&#64;example.com'],
  ['see https://evil.example and www.evil.example', 'see https&#58;//evil.example and www&#46;evil.example'],
  ['verdict: 5 of 7', 'verdict: 5 of 7'],
  [':tada: ![x](y)', '&#58;tada: !\\[x\\](y)'],
  ['- one\n# two', '\\- one \\# two'],
  ['1. first', '1\\. first'],
  ['a\\|b', 'a\\\\\\|b'],
])('%j is written so that it is shown as it is', (plain, written) => {
  expect(markdownText(plain)).toBe(written)
})
