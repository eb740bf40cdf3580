import type { Description, Place } from '../../conformance/json/document.ts'
import type { Audience, Change, Difference, Effect, Flow } from '../change.ts'
import { comparisonOf } from '../schema/compare.ts'
import type { Comparison } from '../schema/comparison.ts'
import type { BodyFormat } from '../schema/use.ts'

/** A kind of message: its sender or receiver, its direction, and its name. */
export interface Channel {
  readonly audience: Audience
  /** Operation or webhook with the part of it: `POST /submit request`. */
  readonly name: string
  readonly flow: Flow
  /** How its body is written; JSON where nothing is said. */
  readonly body?: BodyFormat
}

/** Two descriptions that are compared, and the changes found so far. */
export interface Task {
  readonly old: Description
  readonly now: Description
  schemas(channel: Channel): Comparison
  tell(channel: Channel, differences: readonly Difference[]): void
  /** Adds a change that has no direction: of addresses and credentials. */
  note(channel: Pick<Channel, 'audience' | 'name'>, change: Noted): void
  /** Compares bodies. It is a member here because a part of a body has headers, and a header may have a body. */
  content(old: Place | undefined, now: Place | undefined, where: Where): void
  changes(): readonly Change[]
}

/** The message whose bodies are compared, and its place where there is none. */
export interface Where {
  readonly channel: Channel
  readonly at: string
}

interface Noted {
  readonly kind: string
  readonly at: string
  readonly reason: string
  readonly effect: Effect
}

/** @param content compares bodies */
export function taskOf(
  old: Description,
  now: Description,
  content: (old: Place | undefined, now: Place | undefined, where: Where, task: Task) => void,
): Task {
  const comparisons = new Map<string, Comparison>()
  const found = new Map<string, Change & { within: string[] }>()

  const add = (name: string, change: Omit<Change, 'within'>) => {
    const key = [change.kind, change.at, change.client, change.receiver, change.reason].join('\n')
    const known = found.get(key)
    if (known === undefined) found.set(key, { ...change, within: [name] })
    else if (!known.within.includes(name)) known.within.push(name)
  }
  const note: Task['note'] = ({ audience, name }, { effect, ...change }) =>
    add(name, { ...change, client: 'none', receiver: 'none', [audience]: effect })
  const task: Task = {
    old,
    now,
    content: (before, after, where) => content(before, after, where, task),
    schemas({ audience, flow, body = 'json' }) {
      const key = `${audience} ${flow} ${body}`
      const comparison = comparisons.get(key) ?? comparisonOf(old, now, { flow, body })
      comparisons.set(key, comparison)
      return comparison
    },
    tell(channel, differences) {
      for (const { kind, at, what, lost, gained, unknown } of differences) {
        const touched = channel.flow === 'in' ? lost : gained
        const effect = !touched ? 'compatible' : unknown === true ? 'not-understood' : 'breaking'
        const why = effect === 'not-understood' ? UNCLEAR : WHY[channel.audience][channel.flow][effect]
        note(channel, { kind, at, effect, reason: `${what}: ${why}` })
      }
    },
    note,
    changes: () => [...found.values()],
  }
  return task
}

/** The end of every reason for a difference that is not understood. */
export const UNCLEAR = 'the tool cannot tell what this changes, so read it yourself'

const WHY = {
  client: {
    in: {
      breaking: 'a request that was right may be refused',
      compatible: 'every request that was right still is',
    },
    out: {
      breaking: 'an answer may be unlike any that was possible',
      compatible: 'every answer was possible before',
    },
  },
  receiver: {
    in: {
      breaking: 'an acknowledgement that was right may count as a failure',
      compatible: 'every acknowledgement that was right still is',
    },
    out: {
      breaking: 'a delivery may be unlike any that was possible',
      compatible: 'every delivery was possible before',
    },
  },
} as const
