import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../reporters/index.ts'
import { type State, serveReceiver } from '../receiver/fake.ts'
import { judgeReceiver, receiverProfile } from '../receiver/judge.ts'

const DOWN_MS = 300
const REQUIREMENT = 'receiver-processes-once-across-a-restart'

/** Judges a receiver whose port is closed for a while when the restart command of its profile runs. */
async function judgeRestarted(
  keeps: (state: State, restarts: number) => State,
  status = 200,
): Promise<Report> {
  let state: State = { known: [], processed: [] }
  let running = await serveReceiver({}, undefined, { state })
  let restarts = 0
  const restart = async () => {
    restarts += 1
    await running.close()
    await new Promise((resolve) => setTimeout(resolve, DOWN_MS))
    state = keeps(state, restarts)
    running = await serveReceiver({}, undefined, { port: Number(new URL(running.url).port), state })
  }
  const control = createServer((_, response) => {
    response.writeHead(status).end()
    if (status === 200) void restart()
  })
  control.listen(0, '127.0.0.1')
  await once(control, 'listening')
  const address = `http://127.0.0.1:${(control.address() as AddressInfo).port}`
  const script = `fetch(${JSON.stringify(address)}).then(({ ok }) => process.exit(ok ? 0 : 1))`
  const profile = receiverProfile({
    url: running.url,
    effects: running.effects,
    restart: [process.execPath, '--eval', script],
  })
  try {
    const report = await judgeReceiver(profile, ['repeats/restart', 'repeats/whole-run'])
    expect(restarts).toBe(status === 200 ? 2 : 0)
    return report
  } finally {
    control.close()
    await running.close()
  }
}

const verdictOf = ({ requirements }: Report) => requirements.find(({ id }) => id === REQUIREMENT)

// Side by side, since each of them waits most of the time.
describe.concurrent('a receiver that is started anew', () => {
  test.each<[string, (state: State, restarts: number) => State, string]>([
    ['keeps what it knows', (state) => state, 'passed'],
    ['keeps what it knows and shows effects anew', ({ known }) => ({ known, processed: [] }), 'passed'],
    ['forgets what it knew', ({ processed }) => ({ known: [], processed }), 'warned'],
    [
      'forgets its latest event the second time',
      ({ known, processed }, restarts) => ({ known: restarts === 2 ? known.slice(0, -1) : known, processed }),
      'warned',
    ],
    ['forgets everything', () => ({ known: [], processed: [] }), 'warned'],
  ])('and %s is judged by it', async (_, keeps, verdict) => {
    const report = await judgeRestarted(keeps)
    expect(verdictOf(report)?.verdict).toBe(verdict)
    // The events of the whole run are judged as well, by requirements that must hold: a restart breaks none of them.
    expect(report.requirements.filter((one) => one.verdict === 'failed')).toEqual([])
  })

  test('by a command that fails is not judged by it', async () => {
    const said = verdictOf(await judgeRestarted((state) => state, 500))
    expect([said?.verdict, said?.reason]).toEqual([
      'not-exercised',
      expect.stringContaining('the command of receiver.restart failed: it ended with 1'),
    ])
  })
})
