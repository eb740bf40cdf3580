import { child, type Description, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Difference } from '../change.ts'
import { type Schema, stripped } from '../schema/identity.ts'
import { KINDS } from '../schema/kinds.ts'
import type { Shape } from '../schema/shape.ts'
import type { BodyFormat } from '../schema/use.ts'
import { compareEncodings } from './encoding.ts'
import type { Channel, Task, Where } from './message.ts'
import { compareOthers, compareUnknown } from './others.ts'

/** Compares the bodies of a message by media type. */
export function compareContent(
  old: Place | undefined,
  now: Place | undefined,
  where: Where,
  task: Task,
): void {
  const { channel, at } = where
  const [before, after] = [mediaTypesOf(old, task.old), mediaTypesOf(now, task.now)]
  for (const [name, place] of before) {
    const found = after.get(name) ?? covering(name, after)
    if (found === undefined) task.tell(channel, [gone(name, place.at)])
    else compareBody(name, place, found, channel, task)
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

function compareBody(name: string, old: Place, now: Place, channel: Channel, task: Task): void {
  const own: Channel = { ...channel, body: bodyOf(name) }
  const comparison = task.schemas(own)
  const before = schemaOf(name, old, comparison.oldShape)
  const after = schemaOf(name, now, comparison.newShape)
  const stream = (place: Place) => [member(place, 'itemSchema') ?? []].flat()
  const differences = [...comparison.all(before, after), ...comparison.all(stream(old), stream(now))]
  task.tell(
    own,
    differences.map((one) => (one.at === '' ? { ...one, at: child(now.at, 'schema') } : one)),
  )
  if (own.body === 'form') compareEncodings(name, { old, now, before, after }, own, task)
  else compareUnknown('encoding', old, now, channel, task)
  compareOthers('mediaType', old, now, channel, task)
}

function bodyOf(name: string): BodyFormat {
  if (/^multipart\/|^application\/x-www-form-urlencoded/.test(name)) return 'form'
  return /[/+]xml(;|$)/.test(name) ? 'xml' : 'json'
}

const OCTETS = { type: 'string', format: 'binary' }
const ANY = {}

/** The schema of a body. Octets that no schema describes are like a text that is not restricted. */
function schemaOf(name: string, place: Place, shapeOf: (schema: Schema) => Shape): Schema {
  const schema = member(place, 'schema') ?? { node: ANY, at: '' }
  if (/json|xml|form/.test(name)) return [schema]
  const { node } = schema
  const isNamed = isObject(node) && plain(String(node.contentMediaType)) === name
  const own = isNamed ? { ...schema, node: stripped(node, 'contentMediaType') } : schema
  return shapeOf([own]).kinds.size === KINDS.length ? [{ node: OCTETS, at: own.at }, own] : [own]
}

function mediaTypesOf(content: Place | undefined, document: Description): ReadonlyMap<string, Place> {
  const members = content === undefined ? [] : membersOf(content)
  return new Map(members.map(([name, place]) => [plain(name), document.resolve(place)]))
}

/** A media type in lower case, with its parameters in order. UTF-8 is what everybody expects. */
function plain(name: string): string {
  const [type = '', ...parameters] = name.split(';').map((part) => part.trim())
  const telling = parameters.filter((one) => one !== '' && !/^charset="?utf-?8"?$/i.test(one))
  return [type.toLowerCase(), ...telling.toSorted()].join('; ')
}

/** A media range that includes a media type. */
function covering(name: string, among: ReadonlyMap<string, Place>): Place | undefined {
  return among.get(`${name.split('/')[0]}/*`) ?? among.get('*/*')
}
