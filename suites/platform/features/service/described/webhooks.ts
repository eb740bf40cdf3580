import { type Description, member, membersOf, type Place } from '../../../../../conformance/json/document.ts'
import { isObject } from '../../../../../conformance/json/object.ts'
import { plainText } from '../../../../../conformance/json/plain-text.ts'
import type { Deviation } from './compare.ts'
import { compareMessage, type Documents } from './messages.ts'
import { parametersOf, resolved, within } from './operations.ts'

/** Compares the described webhooks with the stated ones. A description need not list any. */
export function compareWebhooks(documents: Documents): readonly Deviation[] {
  const described = webhooksOf(documents.described)
  return [...webhooksOf(documents.stated)].flatMap(([name, stated]) => {
    const found = described.get(name)
    const wanted = within(stated.place, documents.stated, 'requestBody')
    if (found === undefined || wanted === undefined) return []
    const given = within(found.place, documents.described, 'requestBody')
    const headers = headersOf(found, documents.described)
    return [
      ...(given === undefined
        ? []
        : compareMessage(
            { name: stated.name, stated: wanted, described: given, isRequest: false, listsAll: true },
            documents,
          )),
      ...headersOf(stated, documents.stated)
        .filter((header) => !headers.some((one) => one.toLowerCase() === header.toLowerCase()))
        .map(
          (header): Deviation => ({
            kind: 'gap',
            expected: `${stated.name} with the header ${header}`,
            observed: headers.join(', ') || 'no header',
            at: member(found.place, 'parameters')?.at ?? found.place.at,
          }),
        ),
    ]
  })
}

interface Webhook {
  readonly name: string
  readonly item: Place
  readonly place: Place
}

/** Webhooks by name, without regard to case and separators. */
function webhooksOf(document: Description): ReadonlyMap<string, Webhook> {
  const list = member({ node: document.root, at: '' }, 'webhooks')
  return new Map(
    (list === undefined ? [] : membersOf(list)).flatMap(([name, place]) => {
      const item = resolved(place, document)
      const operation = item && member(item, 'post')
      return item && operation
        ? [[name.toLowerCase().replace(/[^a-z0-9]/g, ''), { name, item, place: operation }] as const]
        : []
    }),
  )
}

const headersOf = (webhook: Webhook, document: Description): readonly string[] =>
  parametersOf(webhook, document).flatMap(({ node }) =>
    isObject(node) && node.in === 'header' ? [plainText(node.name)] : [],
  )
