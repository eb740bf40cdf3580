import type { JsonObject } from '../conformance/json/object.ts'
import type { Requirement, Subject } from '../conformance/requirement.ts'
import type { DeliverySpec } from './delivery.ts'
import type { DocumentsTable } from './documents.ts'
import type { ApiEndpoint } from './endpoints.ts'
import type { StatusMeaning } from './errors.ts'
import type { JsonSchema, SchemaProperty } from './json-schema.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Limits } from './limits.ts'
import type { Remedies } from './remedies.ts'
import type { OpenApi, SchemaBreach } from './schemas.ts'
import type { TokenFacts } from './token.ts'
import type { Changelog } from './versions.ts'
import type { WrongValues } from './wrong-values.ts'

/** The interface specification as data, seen from one version of the changelog. */
export interface Spec {
  /** The version that is judged: `v1.14.2`. */
  readonly version: string
  /** Every requirement of every version and side. */
  readonly requirements: readonly Requirement[]
  /** @throws ConformanceError `REQUIREMENT_UNKNOWN` */
  requirement(id: string): Requirement
  /** Says whether a requirement is in force in the version that is judged (`since`, `until`). */
  holds(requirement: Requirement): boolean

  /** Clause 3.states, 3.transitions. */
  readonly lifecycle: Lifecycle
  /** Clause 3.documents. */
  readonly documents: DocumentsTable
  /** Clause 7. */
  readonly errors: readonly StatusMeaning[]
  /** Clause 8. */
  readonly limits: Limits
  /** Clauses 6, 8.retry, 8.breaker. */
  readonly delivery: DeliverySpec
  /** Clause 9, newest first. */
  readonly versions: Changelog
  /** The subjects that an entry of the changelog changed, by the description before and after it; none for an unknown id. */
  changedBy(entry: string): ReadonlySet<Subject>
  /** The published documents of newer versions that break nothing of this version, oldest first (R37). */
  readonly laterDocuments: readonly JsonObject[]
  /**
   * The same specification, seen from another version.
   * @throws ConformanceError `VERSION_UNKNOWN`
   */
  asOf(version: string): Promise<Spec>
  /** Clause 4, in its order. */
  readonly endpoints: readonly ApiEndpoint[]
  /** Clause 5. */
  readonly token: TokenFacts
  /** Values that break the types and formats of clauses 2.1 and 2.2. */
  readonly wrongValues: WrongValues
  /** Advice to a team whose target breaks a requirement. */
  readonly remedies: Remedies

  /** The published OpenAPI document of the version, as it is written. */
  readonly document: JsonObject
  /** The same without references. */
  readonly openapi: OpenApi
  /** Parts of the quote record that are required once a quote is rated: names of top-level fields. */
  readonly ratedParts: readonly string[]
  /**
   * A component schema, without references.
   * @throws ConformanceError `SCHEMA_UNKNOWN`
   */
  schema(name: string): JsonSchema
  /**
   * A property of a component schema.
   * @param pointer JSON Pointer through properties: `/insured_location/address_state`; empty for the whole schema
   * @throws ConformanceError `SCHEMA_UNKNOWN`, `FIELD_UNKNOWN`
   */
  property(name: string, pointer: string): SchemaProperty
  /**
   * Checks a value against a property of a component schema.
   * @returns every breach, its pointer relative to the value; none when the value is right
   * @throws ConformanceError `SCHEMA_UNKNOWN`, `FIELD_UNKNOWN`
   */
  validate(name: string, pointer: string, value: unknown): readonly SchemaBreach[]
}
