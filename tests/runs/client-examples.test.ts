import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientProfile, judgeClient } from '../client/judge.ts'
import { idsOf } from '../judge.ts'

/** Sessions of each kind; `npm run test:proofs` runs all of them. */
const SOME = ['journeys/straight-through', 'outcomes/declined-later', 'outages/once-1', 'tls/trusted']

const at = (file: string) => fileURLToPath(new URL(`../../examples/${file}`, import.meta.url))

// The example in TypeScript is judged with the package: `npm run test:package`.
test('the example in Python is conformant', async () => {
  const command = ['python3', at('client-python/client.py')]
  const report = await judgeClient(clientProfile({ name: 'Python', command }), SOME)
  expect([idsOf(report, 'failed'), idsOf(report, 'warned')]).toEqual([[], []])
  expect(report.verdict).toBe('conformant')
})
