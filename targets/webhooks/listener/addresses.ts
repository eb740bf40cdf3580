/** The path of ours in the target of a request, and what follows it. */
interface Addressed {
  readonly path: string
  /** True where it leads to the trap of the path. */
  readonly isTrap: boolean
}

export const TRAP = '/trap'
/** Most requests for other addresses that are kept for one path. */
const MOST_STRAYS = 20
const NOWHERE: Addressed = { path: '', isTrap: false }

/** Finds the path that a request is for. The addresses of some paths have endings, which are compared octet by octet. */
export class Addresses {
  readonly #endings = new Map<string, { readonly own: string; readonly strays: string[] }>()

  /** Gives the address of a path an ending; returns the endings with which other requests come to it. */
  end(path: string, own: string): readonly string[] {
    const strays: string[] = []
    this.#endings.set(path, { own, strays })
    return strays
  }

  /** The path of a request; an empty one where the request is for no address of ours. */
  find(target: string): Addressed {
    const [, known = '', ending = ''] = /^(\/[0-9a-f]{32})(.*)$/i.exec(target) ?? []
    const whole = this.#endings.get(known.toLowerCase())
    if (whole !== undefined) {
      if (known === known.toLowerCase() && ending === whole.own) return { path: known, isTrap: false }
      if (whole.strays.length < MOST_STRAYS) whole.strays.push(ending)
      return NOWHERE
    }
    // A tunnel may add a path of its own before ours.
    const [, path = '', rest = ''] = /(\/[0-9a-f]{32})(\/trap)?\/?(?:\?.*)?$/.exec(target) ?? []
    return { path, isTrap: rest === TRAP }
  }
}
