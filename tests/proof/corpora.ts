import pLimit from 'p-limit'
import type { Report } from '../../reporters/index.ts'
import { defects as clientDefects } from '../client/defects/index.ts'
import { SESSIONS } from '../client/habits.ts'
import { judgeFake as judgeClient } from '../client/judge.ts'
import { advisedAgainst, legal as rightClients } from '../client/legal.ts'
import { defects as receiverDefects } from '../receiver/defects/index.ts'
import { judgeFake as judgeReceiver } from '../receiver/judge.ts'
import { legal as rightReceivers } from '../receiver/legal.ts'
import { rightScenarios, STATED } from '../receiver/right-scenarios.ts'

interface Expected {
  /** The requirements that must fail, and those that must only warn. */
  readonly finds: readonly string[]
  readonly warns?: readonly string[]
  /** Those that must not fail. */
  readonly spares?: readonly string[]
  /** The circumstances that a cause must name. */
  readonly under?: string
}

/** The wrong and right programs of one side of a partner. */
export interface Corpus {
  /** The verdicts on each wrong program, by its name. */
  readonly wrong: Readonly<Record<string, Expected>>
  /** The requirements that warn of a right program, by its name. */
  readonly right: Readonly<Record<string, readonly string[]>>
  /** Judges a program by the scenarios in which its defect shows, or by those for a right one. */
  judge(name: string): Promise<Report>
}

export const corpora = {
  client: {
    wrong: clientDefects,
    right: Object.fromEntries(Object.keys(rightClients).map((name) => [name, advisedAgainst[name] ?? []])),
    judge: (name) => judgeClient(name, clientDefects[name]?.in ?? SESSIONS),
  },
  receiver: {
    wrong: receiverDefects,
    right: Object.fromEntries(Object.keys(rightReceivers).map((name) => [name, []])),
    judge(name) {
      const wrong = receiverDefects[name]
      if (wrong !== undefined) return judgeReceiver(wrong.changes(), wrong.in)
      return judgeReceiver(rightReceivers[name] ?? {}, rightScenarios(name), {
        effectsMs: 5000,
        ...STATED[name],
      })
    },
  },
} satisfies Record<string, Corpus>

/** Programs that are judged at once: they mostly wait, and clients start several processes each. */
const AT_ONCE = 4

/** The name of a program with what the suite said of it. */
export interface JudgedProgram {
  readonly name: string
  readonly isWrong: boolean
  readonly report: Report
}

/** Judges every program of a corpus. */
export async function judgeCorpus({ wrong, right, judge }: Corpus): Promise<readonly JudgedProgram[]> {
  const limit = pLimit(AT_ONCE)
  const all = [
    ...Object.keys(wrong).map((name) => ({ name, isWrong: true })),
    ...Object.keys(right).map((name) => ({ name, isWrong: false })),
  ]
  return Promise.all(all.map((one) => limit(async () => ({ ...one, report: await judge(one.name) }))))
}
