import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clientProfile, idsOf, judgeClient } from '../client/judge.ts'

const at = (file: string) => fileURLToPath(new URL(`../../examples/${file}`, import.meta.url))

test.each([
  ['TypeScript', [process.execPath, at('client-typescript/client.ts')]],
  ['Python', ['python3', at('client-python/client.py')]],
] as const)('the example in %s is conformant in every play', async (name, command) => {
  const report = await judgeClient(clientProfile({ name, command }), [])
  expect([idsOf(report, 'failed'), idsOf(report, 'warned'), idsOf(report, 'not-exercised')]).toEqual([
    [],
    [],
    [],
  ])
  expect(report.verdict).toBe('conformant')
})
