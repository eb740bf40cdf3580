import type { Description } from '../../conformance/json/document.ts'
import type { Audience, Change, Difference, Effect, Flow } from '../change.ts'
import { comparisonOf } from '../schema/compare.ts'
import type { Comparison } from '../schema/comparison.ts'

/** A kind of message: its sender or receiver, its direction, and its name. */
export interface Channel {
  readonly audience: Audience
  /** Operation or webhook with the part of it: `POST /submit request`. */
  readonly name: string
  readonly flow: Flow
}

/** Two descriptions that are compared, and the changes found so far. */
export interface Task {
  readonly old: Description
  readonly now: Description
  schemas(channel: Channel): Comparison
  tell(channel: Channel, differences: readonly Difference[]): void
  /** Adds a change that has no direction: of addresses and credentials. */
  note(channel: Pick<Channel, 'audience' | 'name'>, change: Noted): void
  changes(): readonly Change[]
}

interface Noted {
  readonly kind: string
  readonly at: string
  readonly reason: string
  readonly effect: Effect
}

export function taskOf(old: Description, now: Description): Task {
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
  return {
    old,
    now,
    schemas({ audience, flow }) {
      const key = `${audience} ${flow}`
      const comparison = comparisons.get(key) ?? comparisonOf(old, now, flow)
      comparisons.set(key, comparison)
      return comparison
    },
    tell(channel, differences) {
      for (const { kind, at, what, lost, gained } of differences) {
        const effect = (channel.flow === 'in' ? lost : gained) ? 'breaking' : 'compatible'
        note(channel, { kind, at, effect, reason: `${what}: ${WHY[channel.audience][channel.flow][effect]}` })
      }
    },
    note,
    changes: () => [...found.values()],
  }
}

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
