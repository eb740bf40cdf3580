import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientProfile, idsOf, judgeClient } from '../client/judge.ts'

/** Plays of each kind; `npm run test:proofs` runs all of them. */
const SOME = ['journeys/straight-through', 'outcomes/declined-later', 'outages/once-1', 'tls/trusted']

const at = (file: string) => fileURLToPath(new URL(`../../examples/${file}`, import.meta.url))

test.each([
  ['TypeScript', [process.execPath, at('client-typescript/client.ts')]],
  ['Python', ['python3', at('client-python/client.py')]],
] as const)('the example in %s is conformant', async (name, command) => {
  const report = await judgeClient(clientProfile({ name, command }), SOME)
  expect([idsOf(report, 'failed'), idsOf(report, 'warned')]).toEqual([[], []])
  expect(report.verdict).toBe('conformant')
})
