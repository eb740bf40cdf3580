import { describe, expect, test } from 'vitest'
import { made } from '../mistakes/make.ts'
import { table } from '../mistakes/table.ts'

test('there are thirty of them, and more', () => {
  expect(table.mistakes.length).toBeGreaterThanOrEqual(30)
})

// Run side by side, because some of them wait.
describe.concurrent('a newcomer reads in one line what to mend', () => {
  test.each(table.mistakes)('$mistake', async (mistake) => {
    for (const [place, { exit, lines }] of (await made(mistake)).entries()) {
      const wanted = mistake.lines[place]
      if (wanted?.line === undefined)
        expect(lines).toContainEqual(expect.stringContaining(wanted?.part ?? 'a line'))
      else expect(lines).toContain(wanted.line)
      expect(exit).toBe(wanted?.exit)
      // Messages of the TLS library do not help users.
      expect(lines.filter((line) => /openssl|ssl3_|ERR_SSL|self-signed certificate/i.test(line))).toEqual([])
    }
  })
})
