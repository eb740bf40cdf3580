import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { ConformanceError } from '../conformance/errors.ts'
import { isObject, type JsonObject } from '../conformance/json/object.ts'
import { once } from '../conformance/once.ts'
import { subjectsByEntry } from './changed.ts'
import { actionsTo, asOf, type ChangelogFile, readChangelog, type VersionedFile } from './changelog.ts'
import { deliveryShape } from './delivery.ts'
import { documentsShape } from './documents.ts'
import { endpointsShape } from './endpoints.ts'
import { errorsShape } from './errors.ts'
import { lifecycleOf, lifecycleShape } from './lifecycle.ts'
import { limitsShape } from './limits.ts'
import { remediesShape } from './remedies.ts'
import { requirementsOf } from './requirements.ts'
import { schemasOf } from './schemas.ts'
import type { Shaped } from './shape.ts'
import type { Spec } from './spec.ts'
import { tokenShape } from './token.ts'
import { inForce, knownVersion, takenOverBy } from './versions.ts'
import { wrongValuesShape } from './wrong-values.ts'
import { checked, parseYaml, readText, readYaml } from './yaml-file.ts'

export interface LoadOptions {
  /** The version to judge by: a version number or date of the changelog. Default: the newest. */
  readonly version?: string
  /** Folder with `openapi.yaml`, `tables/` and `requirements/`. Default: the folder of this file. */
  readonly directory?: string
}

/**
 * Reads the specification.
 * @throws ConformanceError `SPEC_INVALID` naming file and line, `SPEC_UNREADABLE`, `VERSION_UNKNOWN`
 */
export async function loadSpec({
  version,
  directory = import.meta.dirname,
}: LoadOptions = {}): Promise<Spec> {
  const versions = await readChangelog(directory)
  const newest = versions[0]?.id ?? ''
  const judged = knownVersion(versions, version ?? newest)
  const table = async <Shape extends TSchema>(
    name: Exclude<VersionedFile, 'openapi'>,
    shape: Shape,
  ): Promise<Shaped<Shape>> =>
    checked(asOf(await readYaml(directory, `tables/${name}.yaml`), actionsTo(judged, name, versions)), shape)
  const isInForce = (one: { readonly since?: string; readonly until?: string }) =>
    inForce(versions, judged, one)

  const [
    rows,
    openapi,
    lifecycle,
    documents,
    errors,
    limits,
    delivery,
    endpoints,
    token,
    wrongValues,
    remedies,
  ] = await Promise.all([
    requirementFiles(directory),
    readText(directory, 'openapi.yaml'),
    table('lifecycle', lifecycleShape),
    table('documents', documentsShape),
    table('errors', errorsShape),
    table('limits', limitsShape),
    table('delivery', deliveryShape),
    table('endpoints', endpointsShape),
    table('token', tokenShape),
    readYaml(directory, 'tables/wrong-values.yaml').then((file) => checked(file, wrongValuesShape)),
    readYaml(directory, 'tables/remedies.yaml').then((file) => checked(file, remediesShape)),
  ])
  const requirements = requirementsOf(rows, versions)
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const document = once(() => describedAs(judged, openapi, versions))
  const changed = once(() => subjectsByEntry(describedAs(newest, openapi, versions), versions))
  const later = once(() => takenOverBy(versions, judged).map((id) => describedAs(id, openapi, versions)))
  const schemas = schemasOf(document)

  return {
    version: judged,
    requirements,
    requirement(id) {
      const found = byId.get(id)
      if (found === undefined)
        throw new ConformanceError('REQUIREMENT_UNKNOWN', `there is no requirement ${id}`)
      return found
    },
    holds: isInForce,
    lifecycle: lifecycleOf(lifecycle),
    documents,
    errors,
    limits,
    delivery: { ...delivery, events: delivery.events.filter(isInForce) },
    versions,
    changedBy: (entry) => changed().get(entry) ?? new Set(),
    asOf: (other) => loadSpec({ version: other, directory }),
    get laterDocuments() {
      return later()
    },
    endpoints: endpoints.filter(isInForce),
    token,
    wrongValues,
    remedies,
    get document() {
      return document()
    },
    get openapi() {
      return schemas.openapi
    },
    get ratedParts() {
      return schemas.schema('QuoteRecord').then?.required ?? []
    },
    schema: schemas.schema,
    property: schemas.property,
    validate: schemas.validate,
  }
}

/** The description as of a version, references included. */
function describedAs(version: string, text: string, changelog: readonly ChangelogFile[]): JsonObject {
  const file = asOf(parseYaml('openapi.yaml', text), actionsTo(version, 'openapi', changelog))
  const { value } = file
  if (!isObject(value) || !isObject(value.info)) throw file.fault([], 'openapi.yaml has no info')
  return { ...value, info: { ...value.info, version: version.replace(/^v/, '') } }
}

async function requirementFiles(directory: string) {
  const folder = 'requirements'
  const names = await readdir(join(directory, folder)).catch((cause: unknown) => {
    throw new ConformanceError('SPEC_UNREADABLE', `${folder} cannot be read`, {
      cause,
      hint: 'the folder of the specification is incomplete',
    })
  })
  const wanted = names.filter((name) => name.endsWith('.yaml')).sort()
  return Promise.all(wanted.map((name) => readYaml(directory, `${folder}/${name}`)))
}
