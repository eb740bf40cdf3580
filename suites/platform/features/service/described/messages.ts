import {
  child,
  type Description,
  member,
  membersOf,
  type Place,
} from '../../../../../conformance/json/document.ts'
import { compareSchemas, type Deviation, type Pair } from './compare.ts'
import { within } from './operations.ts'
import { viewOf } from './view.ts'

/** A message that two documents describe: a request, an answer, a delivery. */
export interface DescribedMessage extends Pick<Pair, 'name' | 'isRequest' | 'listsAll'> {
  readonly stated: Place
  readonly described: Place
}

export interface Documents {
  readonly stated: Description
  readonly described: Description
}

/** Compares the media types of a message, and its JSON schema, with the stated ones. */
export function compareMessage(
  { stated, described, ...message }: DescribedMessage,
  documents: Documents,
): readonly Deviation[] {
  const wanted = contentOf(stated, documents.stated)
  const given = contentOf(described, documents.described)
  return wanted.flatMap(([type, body]): readonly Deviation[] => {
    const expected = `${message.name} as ${type}`
    if (given.length === 0) return [{ kind: 'gap', expected, observed: 'no media type', at: described.at }]
    const [, found] =
      given.find(([name]) => essence(name) === type) ?? given.find(([name]) => covers(name, type)) ?? []
    if (found === undefined)
      return [
        {
          kind: 'contradiction',
          expected,
          observed: given.map(([name]) => name).join(', '),
          at: child(described.at, 'content'),
        },
      ]
    return type === 'application/json' ? compareBodies(body, found, message, documents) : []
  })
}

function compareBodies(
  stated: Place,
  described: Place,
  message: Omit<DescribedMessage, 'stated' | 'described'>,
  documents: Documents,
): readonly Deviation[] {
  const [wanted, given] = [member(stated, 'schema'), member(described, 'schema')]
  if (wanted === undefined) return []
  if (given === undefined)
    return [{ kind: 'gap', expected: `${message.name} with a schema`, observed: 'none', at: described.at }]
  const [one, other] = [viewOf([wanted], documents.stated), viewOf([given], documents.described)]
  if (one === undefined || other === undefined) return []
  return compareSchemas(one, other, { ...message, ...documents, isWhole: true })
}

const contentOf = (message: Place, document: Description): readonly (readonly [string, Place])[] => {
  const content = within(message, document, 'content')
  return content === undefined ? [] : membersOf(content)
}

/** A media type without its parameters (RFC 9110, section 8.3.1). */
const essence = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase()

const covers = (range: string, type: string): boolean =>
  essence(range) === '*/*' || essence(range) === `${type.split('/')[0]}/*`
