import { child, member, membersOf, type Place } from '../../conformance/json/document.ts'
import type { Difference } from '../change.ts'
import type { Channel, Task } from './message.ts'

/** Compares the bodies of a message by media type. */
export function compareContent(
  old: Place | undefined,
  now: Place | undefined,
  where: { readonly channel: Channel; readonly at: string },
  task: Task,
): void {
  const { channel, at } = where
  const [before, after] = [mediaTypesOf(old), mediaTypesOf(now)]
  for (const [name, place] of before) {
    const found = after.get(name) ?? covering(name, after)
    if (found === undefined) task.tell(channel, [gone(name, place.at)])
    else compareBody(place, found, channel, task)
  }
  for (const [name, place] of after)
    if (!before.has(name) && covering(name, before) === undefined && before.size > 0)
      task.tell(channel, [
        {
          kind: 'media-type-added',
          at: place.at,
          what: `the media type ${name} was added`,
          lost: false,
          gained: false,
        },
      ])
  if (before.size === 0 && after.size > 0)
    task.tell(channel, [
      { kind: 'body-described', at, what: 'a body is described now', lost: false, gained: false },
    ])
}

/** A removed media type breaks those who send it or ask for it, in both directions. */
const gone = (name: string, at: string): Difference => ({
  kind: 'media-type-removed',
  at,
  what: `the media type ${name} was taken away`,
  lost: true,
  gained: true,
})

function compareBody(old: Place, now: Place, channel: Channel, task: Task): void {
  const [before, after] = [member(old, 'schema'), member(now, 'schema')]
  const schemas = (place: Place | undefined) => (place === undefined ? [] : [place])
  const differences = task.schemas(channel).all(schemas(before), schemas(after))
  task.tell(
    channel,
    differences.map((one) => (one.at === '' ? { ...one, at: child(now.at, 'schema') } : one)),
  )
}

function mediaTypesOf(content: Place | undefined): ReadonlyMap<string, Place> {
  const members = content === undefined ? [] : membersOf(content)
  return new Map(members.map(([name, place]) => [plain(name), place]))
}

/** A media type without its parameters. */
const plain = (name: string): string => (name.split(';')[0] ?? name).trim().toLowerCase()

/** A media range that includes a media type. */
function covering(name: string, among: ReadonlyMap<string, Place>): Place | undefined {
  return among.get(`${name.split('/')[0]}/*`) ?? among.get('*/*')
}
