import type { Static } from 'typebox'
import { Type } from './json/type.ts'

/** How binding a statement is: stated (`must`), following from a named standard or recommendation (`should`), or left open (`observe`). */
export const level = Type.Enum(['must', 'should', 'observe'])
export type Level = Static<typeof level>

/** The side of the contract that a requirement binds. */
const side = Type.Enum(['platform', 'receiver', 'client'])
export type Side = Static<typeof side>

/** A subject of changelog entries. `description` stands for everything that the published description covers. */
const subject = Type.Enum(['endpoints', 'events', 'deliveries', 'credentials', 'description'])
export type Subject = Static<typeof subject>

const text = Type.String({ minLength: 1 })

const fieldRule = Type.Object(
  {
    /** Name of a component schema of the published description. */
    schema: Type.String({ pattern: '^[A-Z][A-Za-z]*$' }),
    pointer: Type.String({ pattern: '^/' }),
    /** The rule that a request breaks on purpose, to see whether the target refuses it; absent for requirements about answers. */
    rule: Type.Optional(Type.Enum(['required', 'type', 'format'])),
  },
  { additionalProperties: false },
)

/** Points a requirement at a property of a published schema, so that one generic claim judges a whole table of rows. */
export type FieldRule = Readonly<Static<typeof fieldRule>>

/** The shape of one row of `spec/requirements/`. */
export const requirementRow = Type.Object(
  {
    /** Stable and telling, in kebab case: `bind-answers-202`. Never a number by position. */
    id: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
    /** The place in the specification: section, then the item in it (`4.rule.5`, `3.documents`). */
    clause: Type.String({ pattern: '^\\d+(\\.[a-z0-9-]+)*$' }),
    level,
    side,
    /** The statement in the project's own words, as a fact. */
    title: text,
    /** Marks of the readings that settle the statement: `R9`. */
    readings: Type.Optional(Type.Array(Type.String({ pattern: '^R[1-9]\\d?$' }), { minItems: 1 })),
    /** First changelog version in which the statement holds; absent: from the beginning. */
    since: Type.Optional(text),
    /** First changelog version in which the statement no longer holds. */
    until: Type.Optional(text),
    /** Its subject, where entries of the changelog that change that affect it too. */
    restsOn: Type.Optional(subject),
    /** It looks ahead: whether a partner of an older version bears what the version named by `until` brings. */
    forward: Type.Optional(Type.Literal(true)),
    /** Why no claim judges it. */
    excluded: Type.Optional(text),
    /** Ids of the rows whose verdicts together are its own. */
    judgedBy: Type.Optional(Type.Array(text, { minItems: 1, uniqueItems: true })),
    /** Advice in one sentence to a team whose target breaks it. */
    remedy: Type.Optional(text),
    /** Target that keeps to the specification and might still be wronged, with what is let through. */
    wouldWrong: Type.Optional(text),
    /** For rows judged by the published schema: which schema, and the JSON Pointer into it. */
    field: Type.Optional(fieldRule),
  },
  { additionalProperties: false },
)

/**
 * One statement of the interface specification, as data.
 *
 * Exactly one of three holds: it is judged by claims, it is `judgedBy` other rows, or it is `excluded` with a reason.
 */
export type Requirement = Readonly<Omit<Static<typeof requirementRow>, 'field' | 'readings' | 'judgedBy'>> & {
  readonly judgedBy?: readonly string[]
  readonly readings?: readonly string[]
  readonly field?: FieldRule
}
