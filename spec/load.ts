import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ConformanceError } from '../conformance/errors.ts'
import { type Delivery, deliveryShape } from './delivery.ts'
import { type DocumentsTable, documentsShape } from './documents.ts'
import { type Endpoint, endpointsShape } from './endpoints.ts'
import { errorsShape, type StatusMeaning } from './errors.ts'
import { type LifecycleTable, lifecycleOf, lifecycleShape } from './lifecycle.ts'
import { type Limits, limitsShape } from './limits.ts'
import { requirementsOf } from './requirements.ts'
import { schemasOf } from './schemas.ts'
import type { Shape } from './shape.ts'
import type { Spec } from './spec.ts'
import { type TokenFacts, tokenShape } from './token.ts'
import { type Changelog, inForce, knownVersion, versionsShape } from './versions.ts'
import { type WrongValues, wrongValuesShape } from './wrong-values.ts'
import { checked, readText, readYaml } from './yaml-file.ts'

export interface LoadOptions {
  /** The version to judge by: a version number or date of the changelog. Default: the newest. */
  readonly version?: string
  /** Folder with `openapi.yaml`, `tables/` and `requirements/`. Default: the one that this file is in. */
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
  const table = async <T>(name: string, shape: Shape): Promise<T> =>
    checked<T>(await readYaml(directory, `tables/${name}.yaml`), shape)

  const [
    rows,
    openapi,
    versions,
    lifecycle,
    documents,
    errors,
    limits,
    delivery,
    endpoints,
    token,
    wrongValues,
  ] = await Promise.all([
    requirementFiles(directory),
    readText(directory, 'openapi.yaml'),
    table<Changelog>('versions', versionsShape),
    table<LifecycleTable>('lifecycle', lifecycleShape),
    table<DocumentsTable>('documents', documentsShape),
    table<readonly StatusMeaning[]>('errors', errorsShape),
    table<Limits>('limits', limitsShape),
    table<Delivery>('delivery', deliveryShape),
    table<readonly Endpoint[]>('endpoints', endpointsShape),
    table<TokenFacts>('token', tokenShape),
    table<WrongValues>('wrong-values', wrongValuesShape),
  ])
  const requirements = requirementsOf(rows, versions)
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const judged = knownVersion(versions, version ?? versions[0]?.id ?? '')
  const schemas = schemasOf(openapi)

  return {
    version: judged,
    requirements,
    requirement(id) {
      const found = byId.get(id)
      if (found === undefined)
        throw new ConformanceError('REQUIREMENT_UNKNOWN', `there is no requirement ${id}`)
      return found
    },
    holds: (requirement) => inForce(versions, judged, requirement),
    lifecycle: lifecycleOf(lifecycle),
    documents,
    errors,
    limits,
    delivery,
    versions,
    endpoints,
    token,
    wrongValues,
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
