import { expect, test } from 'vitest'
import { decoded, strangeStart, withoutMarks } from './encoded.ts'

const MARK = '\ufeff'

test.each<readonly [string, Buffer, string | undefined, string | undefined]>([
  ['UTF-8', Buffer.from('{"a":"é"}'), '{"a":"é"}', undefined],
  ['a mark', Buffer.from(`${MARK}{}`), '{}', 'a byte order mark (EF BB BF) before it'],
  ['two marks', Buffer.from(`${MARK}${MARK}{}`), '{}', '2 byte order marks (EF BB BF) before it'],
  ['a mark alone', Buffer.from(MARK), '', 'a byte order mark (EF BB BF) before it'],
  ['a mark inside', Buffer.from(`{"a":"${MARK}"}`), `{"a":"${MARK}"}`, undefined],
  ['UTF-16', Buffer.from(`${MARK}{}`, 'utf16le'), '{}', 'UTF-16 after a byte order mark (FF FE)'],
  [
    'big-endian UTF-16',
    Buffer.from(`${MARK}{}`, 'utf16le').swap16(),
    '{}',
    'UTF-16 after a byte order mark (FE FF)',
  ],
  ['half of UTF-16', Buffer.from([0xff, 0xfe, 0x7b]), undefined, undefined],
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), undefined, undefined],
  ['Latin-1', Buffer.from('{"a":"é"}', 'latin1'), undefined, undefined],
])('%s', (_, bytes, text, strange) => {
  const read = decoded(bytes)
  expect(withoutMarks(read?.text)).toBe(text)
  expect(strangeStart(read ?? {})).toBe(strange)
})
