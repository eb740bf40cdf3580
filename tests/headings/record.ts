import { createHash } from 'node:crypto'
import { type RunRecord, recorder } from '../../reporters/index.ts'
import { type Mutant, mutants } from '../../targets/sandbox/mutants/index.ts'
import { defects as clientDefects } from '../client/defects/index.ts'
import { recordFake } from '../client/judge.ts'
import { openBench } from '../judge.ts'
import { runOnSandbox } from '../proof/judged.ts'
import { bringingOf } from '../proof/kills.ts'
import { defects as receiverDefects } from '../receiver/defects/index.ts'
import { serveReceiver } from '../receiver/fake.ts'
import { receiverProfile, recordReceiver } from '../receiver/judge.ts'

/** A wrong target that a whole run judges. */
export interface Wrong {
  readonly side: 'platform' | 'receiver' | 'client'
  readonly name: string
  /** The mistake, in one sentence. */
  readonly says: string
  /** The requirements that name it. */
  readonly breaks: readonly string[]
  record(): Promise<RunRecord>
}

/** Draws some of each kind, the same ones for the same seed. */
export function sample(seed: number, platforms: number, partners: number): readonly Wrong[] {
  return [
    ...sampledMutants(seed, platforms).map(
      (mutant): Wrong => ({
        ...{ side: 'platform', name: mutant.id, says: mutant.says, breaks: mutant.kills },
        async record() {
          const collected = recorder()
          await runMutant(mutant, collected.add)
          return orThrow(collected.record())
        },
      }),
    ),
    ...sampled(Object.entries(receiverDefects), partners, seed, ([name]) => name).map(
      ([name, { changes, finds, warns = [] }]): Wrong => ({
        ...{ side: 'receiver', name, says: name, breaks: [...finds, ...warns] },
        async record() {
          const fake = await serveReceiver(changes())
          try {
            return await recordReceiver(receiverProfile({ url: fake.url, effects: fake.effects }), [])
          } finally {
            await fake.close()
          }
        },
      }),
    ),
    ...sampled(Object.entries(clientDefects), partners, seed, ([name]) => name).map(
      ([name, { finds, warns = [] }]): Wrong => ({
        ...{ side: 'client', name, says: name, breaks: [...finds, ...warns] },
        record: () => recordFake(name, []),
      }),
    ),
  ]
}

/** Draws mutants, the same ones for the same seed. */
export const sampledMutants = (seed: number, many: number): readonly Mutant[] =>
  sampled(mutants, many, seed, ({ id }) => id)

/** Cases for each property, as in the proof. */
const CASES = 5

/** Judges a mutant, or the right sandbox, in a whole run and calls back with each event, until one is `enough`. */
export async function runMutant(
  mutant: Mutant | undefined,
  onEvent: Parameters<typeof runOnSandbox>[2],
): Promise<void> {
  const bench = await openBench()
  const bringing = mutant === undefined ? { options: {}, scenarios: [] } : bringingOf(bench, mutant, 'whole')
  await runOnSandbox(bench, { ...bringing, runs: CASES }, onEvent)
}

function sampled<T>(all: readonly T[], many: number, seed: number, nameOf: (one: T) => string): readonly T[] {
  const placeOf = (one: T) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(one)}`)
      .digest('hex')
  return all.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)).slice(0, many)
}

function orThrow(record: RunRecord | undefined): RunRecord {
  if (record === undefined) throw new Error('the run reported nothing')
  return record
}
