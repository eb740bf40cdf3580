import { member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Channel, Task } from './message.ts'
import { compareOthers } from './others.ts'
import { compareSerialized } from './serialized.ts'

const required = ({ node }: Place): boolean => isObject(node) && node.required === true

/** Compares the headers of an answer or of a part of a body. `Content-Type` is described elsewhere. */
export function compareHeaders(old: Place, now: Place, channel: Channel, task: Task): void {
  const headers = (place: Place) => {
    const list = member(place, 'headers')
    return new Map(
      (list === undefined ? [] : membersOf(list))
        .map(([name, header]) => [name.toLowerCase(), header] as const)
        .filter(([name]) => name !== 'content-type'),
    )
  }
  const [before, after] = [headers(old), headers(now)]
  const tell = (kind: string, at: string, what: string, lost: boolean, gained: boolean) =>
    task.tell(channel, [{ kind, at, what, lost, gained }])
  for (const [name, place] of before) {
    const found = after.get(name)
    if (found === undefined) {
      tell('header-removed', place.at, `the header ${name} was taken away`, false, true)
      continue
    }
    const [one, other] = [task.old.resolve(place), task.now.resolve(found)]
    if (required(one) !== required(other))
      tell(
        'header-required-changed',
        other.at,
        `the header ${name} is ${required(other) ? 'always there now' : 'no longer always there'}`,
        required(other),
        required(one),
      )
    compareSerialized(one, other, { word: `header ${name}`, usual: 'simple' }, channel, task)
    compareOthers('header', one, other, channel, task)
  }
  for (const [name, place] of after)
    if (!before.has(name))
      tell('header-added', place.at, `the header ${name} was added`, required(task.now.resolve(place)), false)
}
