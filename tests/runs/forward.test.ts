import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Report } from '../../reporters/index.ts'
import { loadSpec } from '../../spec/index.ts'
import { clientProfile, judgeClient } from '../client/judge.ts'
import { serveReceiver } from '../receiver/fake.ts'
import { judgeReceiver, receiverProfile } from '../receiver/judge.ts'

const client = fileURLToPath(new URL('../../examples/client-typescript/client.ts', import.meta.url))
const command = [process.execPath, client]

const spec = await loadSpec()

/** By id, the outcome of each exercised requirement about newer versions. */
const seen = ({ requirements }: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(
    requirements.flatMap(({ id, verdict, reason }) =>
      spec.requirement(id).forward && verdict !== 'not-exercised' ? [[id, `${verdict}: ${reason}`]] : [],
    ),
  )

test('a client as of v1.10.0 meets every newer platform, and nothing older', async () => {
  const journey = ['submit', 'poll', 'update', 'bind', 'policy'] as const
  const report = await judgeClient(clientProfile({ command, journey }), ['forward/*'], 'v1.10.0')
  const survives = (version: string) => expect.stringMatching(new RegExp(`^observed: .*survives ${version}`))
  expect(seen(report)).toEqual({
    'client-survives-v1-11-0': survives('v1.11.0'),
    'client-survives-v1-12-1': survives('v1.12.1'),
    'client-survives-v1-14-0': survives('v1.14.0'),
    'client-survives-v1-14-2': survives('v1.14.2'),
  })
})

test('a client that never ends where a state is new to it is recorded, and not failed for it', async () => {
  const deaf = [process.execPath, '--eval', 'setInterval(() => {}, 1000)']
  const report = await judgeClient(
    clientProfile({ command: deaf, timeoutMs: 1500 }),
    ['forward/client-survives-v1-8-0'],
    'v1.6.0',
  )
  expect(seen(report)['client-survives-v1-8-0'] ?? 'nothing').not.toMatch(/: survives/)
  expect(report.verdict).not.toBe('non-conformant')
})

test.each([
  ['v1.13.0', ['receiver-survives-v1-14-0']],
  ['v1.6.0', ['receiver-survives-v1-14-0', 'receiver-survives-v1-8-0']],
] as const)('a receiver as of %s gets the events of newer versions', async (version, ids) => {
  const fake = await serveReceiver({})
  try {
    const report = await judgeReceiver(receiverProfile({ url: fake.url }), ['forward/*'], version)
    const recorded = seen(report)
    expect(Object.keys(recorded).toSorted()).toEqual(ids)
    expect(recorded['receiver-survives-v1-14-0']).toMatch(
      /quote\.proposalReady of v1\.14\.0: accepted \(200\)/,
    )
  } finally {
    await fake.close()
  }
})

test('a receiver that refuses a type it does not know is recorded, and not failed for it', async () => {
  const fake = await serveReceiver({
    objects: ({ body }) => (body.includes('quote.proposalReady') ? 400 : undefined),
  })
  try {
    const report = await judgeReceiver(receiverProfile({ url: fake.url }), ['forward/*'], 'v1.13.0')
    expect(seen(report)['receiver-survives-v1-14-0']).toMatch(
      /quote\.proposalReady of v1\.14\.0: refused \(400\)/,
    )
    expect(report.verdict).not.toBe('non-conformant')
  } finally {
    await fake.close()
  }
})
