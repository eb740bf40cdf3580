import type { Requirement } from '../../conformance/requirement.ts'
import { loadSpec } from '../../spec/index.ts'
import { idsOf } from '../judge.ts'
import { corpora, judgeCorpus } from './corpora.ts'

/** A wrong client, the requirements that must see its defect, and those that did. */
export interface WrongClient {
  readonly client: string
  readonly breaks: readonly string[]
  readonly seenBy: readonly string[]
}

/** The proof on clients: wrong ones must be found, and right ones must pass. */
export interface ClientProof {
  readonly wrong: readonly WrongClient[]
  readonly right: readonly { readonly client: string; readonly alarms: readonly string[] }[]
  /** Requirements that no wrong client breaks. */
  readonly uncovered: readonly string[]
  readonly problems: readonly string[]
}

/** Judges every fake client, wrong and right. */
export async function proveClients(): Promise<ClientProof> {
  const judged = (await judgeCorpus(corpora.client)).map(({ name, isWrong, report }) => ({
    client: name,
    isWrong,
    seenBy: [...idsOf(report, 'failed'), ...idsOf(report, 'warned')],
  }))
  const wrong = judged
    .filter(({ isWrong }) => isWrong)
    .map(({ client, seenBy }): WrongClient => {
      const { finds = [], warns = [] } = corpora.client.wrong[client] ?? {}
      return { client, breaks: [...finds, ...warns], seenBy }
    })
  const right = judged
    .filter(({ isWrong }) => !isWrong)
    .map(({ client, seenBy }) => ({
      client,
      alarms: seenBy.filter((id) => !corpora.client.right[client]?.includes(id)),
    }))
  const broken = new Set(wrong.flatMap(({ breaks }) => breaks))
  const uncovered = (await loadSpec()).requirements.filter(isBreakable).filter(({ id }) => !broken.has(id))
  const survivors = wrong.filter(({ breaks, seenBy }) => !breaks.every((id) => seenBy.includes(id)))
  return {
    wrong,
    right,
    uncovered: uncovered.map(({ id }) => id),
    problems: [
      ...survivors.map(({ client }) => `the wrong client that ${client} is not found by what it breaks`),
      ...right.flatMap(({ client, alarms }) =>
        alarms.map((id) => `${id} is a false alarm on the right client that ${client}`),
      ),
      ...uncovered.map(({ id }) => `no wrong client breaks ${id}`),
    ],
  }
}

const isBreakable = ({ side, level, excluded }: Requirement): boolean =>
  side === 'client' && level !== 'observe' && excluded === undefined
