import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../conformance/json/object.ts'
import { valueAt } from '../../conformance/json/pointer.ts'
import type { Requirement } from '../../conformance/requirement.ts'
import { defineScenario, type Suite } from '../../conformance/scenario.ts'
import { type Finding, failed, passed, type Verdict } from '../../conformance/verdict.ts'
import type { Spec } from '../../spec/index.ts'
import { type PlatformContext, platformSuite } from '../../suites/platform/index.ts'
import { subjectOf } from '../checks/endpoint.ts'
import type { Interaction, PactFile } from '../model.ts'
import { readJsonFile } from '../read/file.ts'
import { startFront } from './front.ts'
import { type Mismatch, mismatchesOf } from './mismatches.ts'
import { names } from './names.ts'
import { ownStates, type StateRecipes } from './states.ts'
import { startVerifier } from './verifier.ts'

/** One interaction, with its requirement in a run. */
export interface Expectation {
  readonly file: PactFile
  readonly interaction: Interaction
  /** Name of its scenario. */
  readonly name: string
  readonly requirement: Requirement
}

/**
 * Pact files as a suite. Each interaction is a requirement, a scenario that verifies it, and a claim about the verifier's
 * findings.
 */
export interface PactSuite {
  readonly suite: Suite<PlatformContext, Spec>
  readonly expectations: readonly Expectation[]
  close(): void
}

interface Trace {
  readonly mismatches: readonly Mismatch[]
  /** Ids of the exchange and the delivery that the verifier was given. */
  readonly shown: Pick<Finding, 'exchange' | 'arrival'>
}

/**
 * Makes a suite of Pact files. Starts nothing before the first scenario is driven.
 * @param partners names of provider states in addition to the suite's own
 */
export function pactSuite(files: readonly PactFile[], spec: Spec, partners: StateRecipes): PactSuite {
  let folder: string | undefined
  const verifier = startVerifier()
  const recipes = new Map([...ownStates(), ...partners])
  const nameOf = names()
  const expectations = files.flatMap((file) =>
    file.interactions.map((interaction): Expectation => {
      const name = nameOf(`${file.consumer || file.name} ${interaction.description}`)
      return { file, interaction, name, requirement: requirementOf(spec, file, interaction, `pact-${name}`) }
    }),
  )

  async function drive(context: PlatformContext, { file, interaction }: Expectation): Promise<Trace> {
    folder ??= mkdtempSync(join(tmpdir(), 'pact-verify-'))
    const single = join(folder, 'interaction.json')
    writeFileSync(single, JSON.stringify(withOnly(readJsonFile(file.name), interaction)))
    const front = await startFront(context, recipes, interaction)
    try {
      const { ok, text } = await verifier.perform({
        file: single,
        provider: file.provider,
        description: interaction.description,
        states: interaction.states.map(({ name }) => name),
        url: front.url,
      })
      return { mismatches: ok ? [] : mismatchesOf(text), shown: await front.end() }
    } finally {
      await front.close()
    }
  }

  return {
    expectations,
    suite: {
      ...platformSuite(spec),
      standing: [],
      scenarios: expectations.map((expectation) =>
        defineScenario<PlatformContext, Spec, Trace>({
          id: `pact/${expectation.name}`,
          title: expectation.requirement.title,
          // A provider state affects the whole target, so no other scenario may run.
          exclusive: true,
          drive: (context) => drive(context, expectation),
          claims: [{ requirement: expectation.requirement.id, judge: met }],
        }),
      ),
    },
    close() {
      verifier.close()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const met = ({ mismatches, shown }: Trace): Verdict =>
  mismatches.length === 0
    ? passed('the platform met it')
    : failed(
        ...mismatches.map(({ at, text }) => ({
          expected: 'what the contract says',
          observed: text,
          ...(at !== undefined && { at }),
          ...shown,
        })),
      )

function requirementOf(
  spec: Spec,
  { consumer }: PactFile,
  interaction: Interaction,
  id: string,
): Requirement {
  const { description, states } = interaction
  const given = states.length > 0 ? `, given ${states.map((state) => state.name).join(' and ')}` : ''
  return {
    id,
    clause: clauseOf(spec, interaction),
    level: 'must',
    side: 'platform',
    title: `${consumer || 'a consumer'}: ${description}${given}`,
  }
}

/** The section of the specification for an interaction. */
function clauseOf(spec: Spec, interaction: Interaction): string {
  if (interaction.kind !== 'http') return '6'
  return { quote: '4', unknown: '4', token: '5', delivery: '6' }[subjectOf(spec, interaction).kind]
}

/** The file with only one of its interactions. */
function withOnly(json: JsonObject, { at }: Interaction): JsonObject {
  const key = at.split('/')[1] ?? ''
  const { interactions: _, messages: __, ...rest } = json
  return { ...rest, [key]: [valueAt(json, at)] }
}
