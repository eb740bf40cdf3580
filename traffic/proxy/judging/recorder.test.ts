import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../../conformance/testing.ts'
import { wholeTraffic } from '../../recording/index.ts'
import { granted, PLATFORM, passing } from '../testing/passed.ts'
import { openRecorder } from './recorder.ts'

function recorderIn(file: string) {
  const platform = { ...PLATFORM, credentials: PLATFORM.credentials }
  const failures: Error[] = []
  const breaches: string[] = []
  const opened = openRecorder(
    { platform, secrets: [], whole: ['requests'], file },
    {
      breached: ({ requirement }) => breaches.push(requirement),
      failed: (error) => failures.push(error),
    },
  )
  return { opened, failures, breaches }
}

function newFile(): string {
  const folder = testFolder()
  return join(folder, 'traffic.jsonl')
}

test('a thread writes and judges everything until the end', async () => {
  const file = newFile()
  const { opened, breaches } = recorderIn(file)
  const recorder = await opened
  recorder.passed(granted())
  recorder.passed(passing({ method: 'PUT', target: '/api/bind/1', sent: '[]', status: 400 }))
  const judged = await recorder.end()
  expect(judged).toMatchObject({ requests: 2, dropped: 0, forgotten: 0 })
  expect(breaches).toContain('client-bind-sends-empty-object')
  expect((await wholeTraffic(file)).ledger.exchanges.length).toBe(2)
})

test('entries that come faster than they are written are dropped, counted, and make nothing whole', async () => {
  const file = newFile()
  const recorder = await recorderIn(file).opened
  for (let entry = 0; entry < 13_000; entry += 1) recorder.passed(passing({ target: '/api/other' }))
  expect(await recorder.end()).toMatchObject({ requests: 12_000, dropped: 1000 })
  const { ledger, leftOut } = await wholeTraffic(file)
  expect(ledger.whole).toEqual([])
  expect([...leftOut.values()]).toEqual([1000])
})

test('long targets and headers count like bodies', async () => {
  const file = newFile()
  const recorder = await recorderIn(file).opened
  const value = 'v'.repeat(1024 * 1024)
  for (let entry = 0; entry < 100; entry += 1) recorder.passed(passing({ headers: [['x-a', value]] }))
  expect((await recorder.end())?.dropped).toBeGreaterThan(30)
})

test('a file that exists is refused', async () => {
  const file = newFile()
  writeFileSync(file, '')
  await expect(recorderIn(file).opened).rejects.toThrow(/EEXIST/)
})
