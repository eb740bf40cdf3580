import { type Description, member, membersOf, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Schema } from '../schema/identity.ts'
import type { Shape } from '../schema/shape.ts'
import { compareHeaders } from './headers.ts'
import type { Channel, Task } from './message.ts'
import { compareOthers } from './others.ts'
import { styleOf } from './serialized.ts'

/** The media type objects of both sides, with the schemas of their bodies. */
interface Bodies {
  readonly old: Place
  readonly now: Place
  readonly before: Schema
  readonly after: Schema
}

/** How one part of a form is written. */
interface Part {
  readonly at: string
  readonly types: readonly string[]
  readonly style: string
  readonly encoding: Place
}

/** Compares how the parts of a form are written: by their encoding, or as their schema has it. */
export function compareEncodings(
  name: string,
  { old, now, before, after }: Bodies,
  channel: Channel,
  task: Task,
): void {
  const { oldShape, newShape } = task.schemas(channel)
  const parts = (place: Place, schema: Schema, shapeOf: (schema: Schema) => Shape, document: Description) =>
    partsOf(name, place, shapeOf(schema), shapeOf, document)
  const olds = parts(old, before, oldShape, task.old)
  const nows = parts(now, after, newShape, task.now)
  for (const [key, one] of olds) {
    const other = nows.get(key)
    if (other === undefined) continue
    const isNew = (one.types.length === 0) !== (other.types.length === 0)
    const lost = isNew || !isWithin(one.types, other.types)
    const gained = isNew || !isWithin(other.types, one.types)
    const what = (was: string, is: string) => `the part ${key} was written as ${was} and is as ${is}`
    if (lost || gained)
      task.tell(channel, [
        {
          ...{ kind: 'encoding-changed', at: other.at, lost, gained },
          what: what(one.types.join(' or ') || 'text', other.types.join(' or ') || 'text'),
        },
      ])
    if (one.style !== other.style)
      task.tell(channel, [
        {
          kind: 'encoding-changed',
          at: other.at,
          what: what(one.style, other.style),
          lost: true,
          gained: true,
        },
      ])
    if (name.startsWith('multipart/')) compareHeaders(one.encoding, other.encoding, channel, task)
    compareOthers('encoding', one.encoding, other.encoding, channel, task)
  }
}

function partsOf(
  name: string,
  place: Place,
  shape: Shape,
  shapeOf: (schema: Schema) => Shape,
  document: Description,
): ReadonlyMap<string, Part> {
  const list = member(place, 'encoding')
  const encodings = new Map(list === undefined ? [] : membersOf(list))
  const names = new Set([...shape.properties.keys(), ...encodings.keys()])
  return new Map(
    [...names].map((key) => {
      const part = shapeOf(shape.properties.get(key) ?? [])
      const encoding = encodings.get(key) ?? { node: {}, at: part.at }
      const { contentType, style, explode, allowReserved } = isObject(encoding.node) ? encoding.node : {}
      const isStyled = [style, explode, allowReserved].some((one) => one !== undefined)
      const isPlain = name.startsWith('multipart/') && (!isStyled || !document.siblings)
      const types = typeof contentType === 'string' ? contentType.split(',') : [usualType(part, shapeOf)]
      const written = `${styleOf(encoding, 'form', part)}${allowReserved === true ? ', reserved characters as they are' : ''}`
      return [
        key,
        {
          at: encoding.at,
          types:
            isPlain || contentType !== undefined
              ? types.map((one) => one.trim().toLowerCase()).toSorted()
              : [],
          style: isPlain ? 'a part' : written,
          encoding,
        },
      ]
    }),
  )
}

/** The media type of a part whose encoding names none (OpenAPI 3.1, encoding object). */
function usualType({ kinds, parts, item }: Shape, shapeOf: (schema: Schema) => Shape): string {
  const own = [...kinds].filter((kind) => kind !== 'null')
  if (own.every((kind) => kind === 'array') && item !== undefined) return usualType(shapeOf(item), shapeOf)
  if (own.every((kind) => kind === 'object' || kind === 'array')) return 'application/json'
  const nodes = parts.map(({ node }) => node).filter(isObject)
  const media = nodes.find((node) => typeof node.contentMediaType === 'string')?.contentMediaType
  if (media !== undefined) return String(media)
  const isBinary = nodes.some(
    ({ format, contentEncoding }) =>
      contentEncoding !== undefined || ['binary', 'byte', 'base64'].includes(String(format)),
  )
  return isBinary || own.length > 4 ? 'application/octet-stream' : 'text/plain'
}

/** Says whether other media types, with ranges among them, include each of some. */
const isWithin = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((one) =>
    others.some((other) => other === one || other === '*/*' || other === `${one.split('/')[0]}/*`),
  )
