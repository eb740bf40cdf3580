import { child, type Description, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import { alike, isUsualDialect } from '../alike.ts'
import { treatmentOf } from '../fields.ts'
import { type Channel, type Task, UNCLEAR } from './message.ts'

/**
 * Names every difference of a field that no code judges, and that is no remark.
 *
 * @param object the name of the object in the list of fields
 * @param judged further fields that the caller judges
 */
export function compareOthers(
  object: string,
  old: Place | undefined,
  now: Place | undefined,
  channel: Pick<Channel, 'audience' | 'name'>,
  task: Task,
  judged: (key: string) => boolean = () => false,
): void {
  const keys = (place: Place | undefined) => (isObject(place?.node) ? Object.keys(place.node) : [])
  for (const key of new Set([...keys(old), ...keys(now)]))
    if (!judged(key) && treatmentOf(object, key) === 'unknown') compareUnknown(key, old, now, channel, task)
}

/** Names a difference of one field as not understood. */
export function compareUnknown(
  key: string,
  old: Place | undefined,
  now: Place | undefined,
  channel: Pick<Channel, 'audience' | 'name'>,
  task: Task,
): void {
  const [one, other] = [old, now].map((place) => {
    const found = place && member(place, key)
    return isUsualDialect(found?.node) ? undefined : found
  })
  if (alike(one, other, task.old, task.now)) return
  const what = one === undefined ? 'was added' : other === undefined ? 'was taken away' : 'changed'
  task.note(channel, {
    kind: 'not-understood',
    at: (other ?? one)?.at ?? child(now?.at ?? '', key),
    effect: 'not-understood',
    reason: `\`${key}\` ${what}: ${UNCLEAR}`,
  })
}

/** A place behind its references. Fields beside a reference replace those behind it. */
export function whole(place: Place, document: Description): Place {
  const { node } = place
  const behind = document.resolve(place)
  if (behind.node === node || !isObject(node) || !isObject(behind.node)) return behind
  const own = membersOf(place).filter(([key]) => key !== '$ref')
  return own.length === 0
    ? behind
    : {
        node: { ...behind.node, ...Object.fromEntries(own.map(([key, { node: value }]) => [key, value])) },
        at: behind.at,
      }
}
