import { type Description, descriptionOf, member } from '../../../../../conformance/json/document.ts'
import { isObject, type JsonObject } from '../../../../../conformance/json/object.ts'
import { plainText } from '../../../../../conformance/json/plain-text.ts'
import type { ApiEndpoint } from '../../../../../spec/endpoints.ts'
import type { Spec } from '../../../../../spec/spec.ts'
import type { Deviation } from './compare.ts'
import { typesIn } from './facets.ts'
import { compareMessage, type Documents } from './messages.ts'
import { type DescribedOperation, operationOf, parametersOf, within } from './operations.ts'
import { compareDescribedResponses } from './responses.ts'
import { viewOf } from './view.ts'
import { compareWebhooks } from './webhooks.ts'

/**
 * Compares a target's own description with the specification's, message by message and field by field. Names of schemas,
 * references, narrower formats, further fields and further codes make no difference. Unreadable parts are skipped, such as a
 * reference to another file.
 *
 * A place may also be described as in a newer compatible version (R37).
 */
export function differencesFrom(spec: Spec, document: JsonObject): readonly Deviation[] {
  const described = descriptionOf(document, 'the description')
  let found = differencesBetween(spec, spec.document, described)
  for (const later of found.length === 0 ? [] : spec.laterDocuments) {
    const known = new Set(differencesBetween(spec, later, described).map(statementOf))
    found = found.filter((one) => known.has(statementOf(one)))
  }
  // A difference in a schema that many messages share is reported once.
  return [...new Map(found.map((one) => [contentOf(one), one])).values()]
}

const statementOf = ({ kind, at, expected }: Deviation) => JSON.stringify([kind, at, expected])
const contentOf = ({ kind, at, observed, field }: Deviation) => JSON.stringify([kind, at, observed, field])

function differencesBetween(
  spec: Pick<Spec, 'endpoints'>,
  statedDocument: JsonObject,
  described: Description,
): readonly Deviation[] {
  const documents: Documents = { stated: descriptionOf(statedDocument, 'the specification'), described }
  return [
    ...spec.endpoints.flatMap((endpoint) => {
      const stated = operationOf(endpoint, documents.stated)
      const described = operationOf(endpoint, documents.described)
      // Another requirement judges missing endpoints.
      return stated && described ? compareOperation(endpoint, stated, described, documents) : []
    }),
    ...compareWebhooks(documents),
  ]
}

function compareOperation(
  endpoint: ApiEndpoint,
  stated: DescribedOperation,
  described: DescribedOperation,
  documents: Documents,
): readonly Deviation[] {
  const name = `${endpoint.method} ${endpoint.path}`
  return [
    ...compareId(name, described, documents.described),
    ...compareRequest(name, stated, described, documents),
    ...compareDescribedResponses(endpoint, stated, described, documents),
  ]
}

/** Compares the type of the quote id, whatever the path parameter is called: it must be a string. */
function compareId(name: string, operation: DescribedOperation, document: Description): readonly Deviation[] {
  return parametersOf(operation, document).flatMap((place) => {
    if (!isObject(place.node) || place.node.in !== 'path') return []
    const schema = member(place, 'schema')
    const view = schema && viewOf([schema], document)
    const types = view && typesIn(view)
    return types === undefined || types.includes('string')
      ? []
      : [
          {
            kind: 'contradiction' as const,
            expected: `${name}: ${plainText(place.node.name)} as string`,
            observed: types.join(' or '),
            at: schema?.at ?? place.at,
          },
        ]
  })
}

function compareRequest(
  name: string,
  stated: DescribedOperation,
  described: DescribedOperation,
  documents: Documents,
): readonly Deviation[] {
  const wanted = within(stated.place, documents.stated, 'requestBody')
  if (wanted === undefined) return []
  const given = within(described.place, documents.described, 'requestBody')
  if (given !== undefined)
    return compareMessage(
      { name, stated: wanted, described: given, isRequest: true, listsAll: true },
      documents,
    )
  return [{ kind: 'gap', expected: `${name} with a body`, observed: 'none', at: described.place.at }]
}
