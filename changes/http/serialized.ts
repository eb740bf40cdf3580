import { member, type Place } from '../../conformance/json/document.ts'
import { isObject } from '../../conformance/json/object.ts'
import type { Difference } from '../change.ts'
import type { Schema } from '../schema/identity.ts'
import type { Shape } from '../schema/shape.ts'
import type { Channel, Task } from './message.ts'

/** Compares the values of a parameter or a header, and how they are written. */
export function compareSerialized(
  old: Place,
  now: Place,
  { word, usual }: { readonly word: string; readonly usual: string },
  channel: Channel,
  task: Task,
): void {
  const schemas = task.schemas(channel)
  const [before, after] = [schemaOf(old), schemaOf(now)]
  const written = [
    styleOf(old, usual, schemas.oldShape(before)),
    styleOf(now, usual, schemas.newShape(after)),
  ]
  if (written[0] !== written[1])
    task.tell(channel, [
      {
        kind: 'parameter-style-changed',
        at: now.at,
        what: `the ${word} was written as ${written[0]} and is as ${written[1]}`,
        lost: true,
        gained: true,
      },
    ])
  task.tell(channel, [...reserved(old, now, word), ...empty(old, now, word)])
  task.tell(
    channel,
    schemas
      .all(before, after)
      .map((each) => ({ ...each, at: each.at === '' ? now.at : each.at, what: `${word}: ${each.what}` })),
  )
  task.content(member(old, 'content'), member(now, 'content'), { channel, at: now.at })
}

const schemaOf = (place: Place): Schema => [member(place, 'schema') ?? []].flat()

/** The name of a way to write a value; two ways that write all values of a shape alike have the same name. */
export function styleOf({ node }: Place, usual: string, { kinds }: Shape): string {
  if (!isObject(node)) return usual
  if ('content' in node && !('schema' in node)) return 'its media type'
  const style = String(node.style ?? usual)
  const explode = node.explode ?? ['form', 'cookie'].includes(style)
  // Only lists and objects can be written in more than one way, and lists in one way where only commas separate.
  const isPlain = !kinds.has('object') && (!kinds.has('array') || style === 'simple')
  return isPlain ? style : `${style}${explode === true ? ', each value by itself' : ''}`
}

/** Where reserved characters may stand as they are, they may still be encoded. */
const reserved = (old: Place, now: Place, word: string): readonly Difference[] =>
  flag(old, now, 'allowReserved', (is) => ({
    kind: 'reserved-characters-changed',
    what: `reserved characters of the ${word} ${is ? 'may stand as they are now' : 'have to be encoded now'}`,
  }))

const empty = (old: Place, now: Place, word: string): readonly Difference[] =>
  flag(old, now, 'allowEmptyValue', (is) => ({
    kind: 'empty-value-changed',
    what: `the ${word} ${is ? 'may be empty now' : 'may no longer be empty'}`,
  }))

function flag(
  old: Place,
  now: Place,
  key: string,
  reported: (is: boolean) => Pick<Difference, 'kind' | 'what'>,
): readonly Difference[] {
  const [was, is] = [old, now].map(({ node }) => isObject(node) && node[key] === true)
  return was === is ? [] : [{ ...reported(is === true), at: now.at, lost: was === true, gained: is === true }]
}
