import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { ConformanceError } from '../conformance/errors.ts'
import { deliveryShape } from './delivery.ts'
import { documentsShape } from './documents.ts'
import { endpointsShape } from './endpoints.ts'
import { errorsShape } from './errors.ts'
import { lifecycleOf, lifecycleShape } from './lifecycle.ts'
import { limitsShape } from './limits.ts'
import { requirementsOf } from './requirements.ts'
import { schemasOf } from './schemas.ts'
import type { Shaped } from './shape.ts'
import type { Spec } from './spec.ts'
import { tokenShape } from './token.ts'
import { inForce, knownVersion, versionsShape } from './versions.ts'
import { wrongValuesShape } from './wrong-values.ts'
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
  const table = async <Shape extends TSchema>(name: string, shape: Shape): Promise<Shaped<Shape>> =>
    checked(await readYaml(directory, `tables/${name}.yaml`), shape)

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
    table('versions', versionsShape),
    table('lifecycle', lifecycleShape),
    table('documents', documentsShape),
    table('errors', errorsShape),
    table('limits', limitsShape),
    table('delivery', deliveryShape),
    table('endpoints', endpointsShape),
    table('token', tokenShape),
    table('wrong-values', wrongValuesShape),
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
