import { isObject } from '../../../conformance/json/object.ts'
import { type Html, html } from '../../../web/html.ts'
import { table } from '../../../web/parts.ts'

type Members = Readonly<Record<string, unknown>>

const METHODS = ['get', 'put', 'post', 'delete', 'patch']
const members = (value: unknown): Members => (isObject(value) ? value : {})
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The last part of a reference: `#/components/schemas/Money` becomes Money. */
const lastOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** An OpenAPI document for people: its operations, its webhooks and the fields of its schemas. */
export function rendered(document: unknown): Html {
  const { paths, webhooks, components } = members(document)
  const schemas = Object.entries(members(members(components).schemas)).filter(([, one]) => isObject(one))
  const events = operations(members(webhooks), document)
  return html`${operations(members(paths), document)}
    ${events.length === 0 ? undefined : html`<h3>Events</h3>`}${events}
    <h3>Fields</h3>${schemas.map(([name, schema]) => fields(name, members(schema)))}`
}

function operations(paths: Members, document: unknown): readonly Html[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = members(item)[method]
      return isObject(operation) ? [operationOf(method, path, operation, document)] : []
    }),
  )
}

function operationOf(method: string, path: string, operation: Members, document: unknown): Html {
  const answers = Object.entries(members(operation.responses)).map(([status, answer]) => {
    const found = resolved(answer, document)
    return [status, text(found.description), contents(found.content)]
  })
  const body = members(resolved(operation.requestBody, document)).content
  const parameters = list(operation.parameters).map((one) => {
    const { name, description } = resolved(one, document)
    return [text(name), text(resolved(one, document).in), text(description)]
  })
  return html`<details><summary><code>${method.toUpperCase()} ${path}</code> ${text(operation.summary)}</summary>
    <p>${text(operation.description)}</p>
    ${parameters.length === 0 ? undefined : table(['parameter', 'in', 'for'], parameters)}
    ${body === undefined ? undefined : html`<p>body: ${contents(body)}</p>`}
    ${table(['answer', 'when', 'body'], answers)}</details>`
}

/** Follows a reference within the document; returns the value itself where it is none. */
function resolved(value: unknown, document: unknown): Members {
  const reference = text(members(value).$ref)
  if (!reference.startsWith('#/')) return members(value)
  return members(
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, step) => members(at)[step], document),
  )
}

/** Media types with their schemas: `application/json: Submission`. */
function contents(content: unknown): string {
  return Object.entries(members(content))
    .map(([type, one]) => [type, kindOf(members(one).schema)].filter((part) => part !== '').join(': '))
    .join(', ')
}

function kindOf(schema: unknown): string {
  const { $ref, type, format, enum: values, items, const: only } = members(schema)
  if (typeof $ref === 'string') return lastOf($ref)
  if (Array.isArray(values)) return values.join(', ')
  if (only !== undefined) return String(only)
  const name = Array.isArray(type) ? type.join(' or ') : text(type)
  if (name === 'array') return `array of ${kindOf(items)}`
  return [name, text(format)].filter((one) => one !== '').join(', ')
}

function fields(name: string, schema: Members): Html {
  const required = list(schema.required)
  const rows = Object.entries(members(schema.properties)).map(([field, one]) => [
    html`<code>${field}</code>`,
    kindOf(one),
    required.includes(field) ? 'required' : '',
    text(members(one).description),
  ])
  const what = rows.length === 0 ? html`<p>${kindOf(schema)}</p>` : table(['field', 'type', '', 'for'], rows)
  return html`<details><summary><code>${name}</code></summary><p>${text(schema.description)}</p>${what}</details>`
}
