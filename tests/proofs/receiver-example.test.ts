import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { idsOf } from '../judge.ts'
import { judgeReceiver, receiverProfile } from '../receiver/judge.ts'

const example = fileURLToPath(new URL('../../examples/receiver/receiver.mjs', import.meta.url))

/** All but a few scenarios, such as sustained load; `npm start -- certify receiver` drives all of them. */
const ALL = ['deliveries', 'repeats', 'forgeries', 'secrets', 'observations', 'framing', 'load/burst']

test('the example receiver is right in every respect, in both secrets of a rotation', async () => {
  const child = spawn(process.execPath, [example, '0'], {
    env: { ...process.env, SIGNING_SECRET: 'whsec-new,whsec-old' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const [line] = await once(child.stdout, 'data')
  const url = String(line).trim()
  const report = await judgeReceiver(
    receiverProfile({
      url,
      effects: url.replace(/hooks$/, 'effects'),
      secrets: { own: 'whsec-new', previous: 'whsec-old', revoked: 'whsec-gone' },
    }),
    ALL,
  )
  expect({ failed: idsOf(report, 'failed'), warned: idsOf(report, 'warned') }).toEqual({
    failed: [],
    warned: [],
  })
  expect(report.verdict).toBe('conformant')
})
