import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { receive, until } from '../../cli/listen/testing.ts'
import { launcher } from '../cli/command.ts'
import { caller } from '../kills/caller.ts'
import { keptSandbox } from '../kills/sandbox.ts'

/** A listener in a process of its own. */
async function listener(...words: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [launcher, 'listen', ...words])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const says = async (pattern: RegExp): Promise<string> => {
    await until(() => pattern.test(said))
    return pattern.exec(said)?.[1] ?? ''
  }
  return { address: await says(/^address +(\S+)$/m), says, child }
}

test('each event reaches a receiver on this machine, whichever side is killed in between', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listen-'))
  const sandbox = await keptSandbox(join(folder, 'data'))
  onTestFinished(async () => {
    await sandbox.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await sandbox.start()
  const profile = parse(readFileSync(join(folder, 'data/profile.yaml'), 'utf8'))
  const call = caller(
    sandbox,
    profile.credentials,
    profile.operator.add_broker.http.headers['x-control-secret'],
  )
  const receiver = await receive((_number, response) => void response.end())
  const words = ['--sandbox', sandbox.origin, '--forward-to', receiver.url.href, '--key', join(folder, 'key')]
  const first = await listener(...words)
  const endpoint = { url: first.address, events: ['broker.added'] }
  const { json } = await call.control('POST', '/endpoints', endpoint)
  const emit = () => call.control('POST', '/brokers', { name: 'Lake', email: 'desk@lake.example' })

  await emit()
  await first.says(/broker\.added (\S+): 200 after/)
  await sandbox.kill()
  await first.says(/no connection to/)
  await sandbox.start()
  await first.says(/connected again/)
  await emit()
  await until(() => receiver.got.length === 2)

  first.child.kill('SIGKILL')
  await once(first.child, 'close')
  await emit()
  await sandbox.kill()
  await sandbox.start()
  const second = await listener(...words)
  expect(second.address).toBe(first.address)
  await until(() => receiver.got.length === 3)
  await second.says(/broker\.added (\S+): 200 after/)

  const deliveries = async () =>
    JSON.parse(
      new TextDecoder().decode((await call.control('GET', `/endpoints/${json.id}/deliveries`)).bytes),
    ).deliveries
  // The answer of the last one is on its way.
  while ((await deliveries()).some(({ status }: { status: string }) => status === 'pending'))
    await setTimeout(20)
  expect(await deliveries()).toMatchObject(Array(3).fill({ status: 'delivered' }))

  second.child.kill('SIGINT')
  expect(await once(second.child, 'close')).toEqual([0, null])
})
