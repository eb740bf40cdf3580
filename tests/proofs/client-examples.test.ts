import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadSpec } from '../../spec/index.ts'
import { clientProfile, judgeClient } from '../client/judge.ts'
import { idsOf } from '../judge.ts'

const spec = await loadSpec()

const at = (file: string) => fileURLToPath(new URL(`../../examples/${file}`, import.meta.url))

test.each([
  ['TypeScript', [process.execPath, at('client-typescript/client.ts')]],
  ['Python', ['python3', at('client-python/client.py')]],
] as const)('the example in %s is conformant in every session', async (name, command) => {
  const report = await judgeClient(clientProfile({ name, command }), [])
  const unseen = idsOf(report, 'not-exercised').filter((id) => spec.holds(spec.requirement(id)))
  expect([idsOf(report, 'failed'), idsOf(report, 'warned'), unseen]).toEqual([[], [], []])
  expect(report.verdict).toBe('conformant')
})
