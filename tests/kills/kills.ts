import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parse } from 'yaml'
import { caller } from './caller.ts'
import { settledDeliveries, startReceiver } from './deliveries.ts'
import { startFacts } from './facts.ts'
import { operations, type World } from './operations.ts'
import { keptSandbox } from './sandbox.ts'

/** Result of killing a sandbox several times. */
export interface Killed {
  /** Facts that had been acknowledged, all over. */
  readonly facts: number
  readonly received: number
  /** Everything that was lost or does not fit. */
  readonly problems: readonly string[]
}

/** So many operations are under way at once. */
const LANES = 6

/**
 * Kills a sandbox at random moments, from its start on, while random operations are under way. After each kill it is started
 * again, and everything that it ever acknowledged is checked.
 *
 * @param kills how often
 * @param untilMs the latest moment of a kill after a start, in milliseconds
 * @param draw a whole number below a limit
 */
export async function killed(
  kills: number,
  untilMs: number,
  draw: (limit: number) => number,
  tell: (line: string) => void = () => {},
): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  const data = join(folder, 'data')
  const receiver = await startReceiver()
  const sandbox = await keptSandbox(data)
  const problems: string[] = []
  try {
    await sandbox.start()
    const profile = parse(readFileSync(join(data, 'profile.yaml'), 'utf8'))
    const own = profile.credentials
    const call = caller(sandbox, own, profile.operator.add_broker.http.headers['x-control-secret'])
    const facts = startFacts()
    const world: World = {
      ...{ call, facts, own, draw, submission: profile.submission, receiver: receiver.url },
      ...{ quotes: [], partners: [], clients: [], endpoints: [] },
    }
    const begin = async () => {
      const token = await call.token(own)
      if (token === undefined) problems.push('the first client gets no token')
      else call.use(token)
    }
    await begin()
    for (let kill = 1; kill <= kills; kill++) {
      let isOver = false
      // A kill during the start too: then no operation is answered.
      const started = sandbox.start()
      const lane = async (): Promise<void> => {
        await started
        while (!isOver) await operations[draw(operations.length)]?.(world).catch(() => setTimeout(5))
      }
      const lanes = Array.from({ length: LANES }, lane)
      const afterMs = draw(untilMs)
      await setTimeout(afterMs)
      await sandbox.kill()
      isOver = true
      await Promise.all(lanes)
      await sandbox.start()
      if (sandbox.said() !== '') problems.push(sandbox.said())
      await begin()
      const lost = await facts.lost()
      problems.push(...lost.map((one) => `kill ${kill}: ${one}`))
      for (const one of lost) tell(one)
      tell(`kill ${kill} after ${afterMs} ms: ${facts.size} facts, ${lost.length} lost`)
    }
    problems.push(...(await settledDeliveries(call, world.endpoints, receiver)))
    return { facts: facts.size, received: receiver.received.size, problems }
  } finally {
    await sandbox.kill()
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
