import { afterAll, describe, expect, test } from 'vitest'
import { judgeRecording, startSandbox } from '../../api/index.ts'
import { recordFetch } from '../../api/record-fetch.ts'
import { judgeFetches } from '../../api/vitest.ts'
import { recordSession } from './session.ts'

test('a program judges entries of a HAR archive', async () => {
  const { entries, secrets } = await recordSession({ mutant: 'bind-says-success' })
  const result = await judgeRecording(entries)
  expect(result.verdict).toMatch(/broken in what was recorded/)
  expect(result.breaches[0]).toMatchObject({
    requirements: ['bind-envelope'],
    verdict: 'failed',
    expected: '"accepted"',
    places: [`entry ${entries.findIndex(({ response }) => response.status === 202) + 1}`],
  })
  for (const secret of secrets) expect(JSON.stringify(result)).not.toContain(secret)
})

test('a right platform has no breach, and nothing needs no judgement', async () => {
  const { entries } = await recordSession()
  expect((await judgeRecording(entries)).breaches.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  expect((await judgeRecording([])).verdict).toBe('nothing of the quote API was recorded')
})

test('requests through fetch are recorded with what was sent and answered', async () => {
  const sandbox = await startSandbox({ seed: 3, mutant: 'second-token-is-of-type-mac' })
  const recording = recordFetch()
  try {
    for (let turn = 0; turn < 2; turn += 1) await (await askForToken(sandbox)).text()
  } finally {
    recording.stop()
    await sandbox.close()
  }
  const { breaches } = await judgeRecording(recording.entries)
  expect(breaches).toMatchObject([{ requirements: ['token-type-bearer'], places: ['entry 2'] }])
})

describe('tests of a partner', () => {
  judgeFetches()
  const sandbox = startSandbox({ seed: 3 })
  afterAll(async () => (await sandbox).close())

  test('get the answers that they would get anyway', async () => {
    const answer = await askForToken(await sandbox)
    expect(await answer.json()).toMatchObject({ token_type: 'bearer' })
  })
})

const askForToken = ({
  authUrl,
  credentials: { client_id, client_secret },
}: Awaited<ReturnType<typeof startSandbox>>) =>
  fetch(authUrl, {
    method: 'POST',
    body: new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials', scope: 'quote' }),
  })
