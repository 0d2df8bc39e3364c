/**
 * The repository's folder as the File System API handles that the editor expects, with the local shop
 * (local/content-files.ts) behind them instead of a disk. So the editor works in every browser, asks for no
 * folder, and sees only the files that marketers edit.
 */
const CONTENT = '/__content/';

interface Listed {
  path: string;
  modified: number;
}

const absent = (name: string) => new DOMException(`${name} is not there`, 'NotFoundError');

async function ask(path: string, request: RequestInit = {}): Promise<Response> {
  const response = await fetch(CONTENT + path, request);
  if (response.ok) return response;
  const said = await response.text();
  if (response.status === 404) throw absent(path);
  throw new DOMException(said || `The local shop answered ${response.status}`, 'NotAllowedError');
}

/** The editable files; read once, and kept up to date as the editor writes. */
class EditableFiles {
  readonly modified = new Map<string, number>();
  /** Drafts without a final path: the editor writes a hidden file and renames it. */
  readonly drafts = new Map<string, Blob>();

  async open(): Promise<void> {
    const listed = (await (await ask('')).json()) as Listed[];
    this.modified.clear();
    for (const { path, modified } of listed) this.modified.set(path, modified);
  }

  async read(path: string, name: string): Promise<File> {
    const body = this.drafts.get(path) ?? (await (await ask(path)).blob());
    return new File([body], name, { lastModified: this.modified.get(path) ?? Date.now(), type: body.type });
  }

  async write(path: string, body: Blob): Promise<void> {
    if (nameOf(path).startsWith('.')) {
      this.drafts.set(path, body);
      return;
    }
    await ask(path, { method: 'PUT', body, headers: { 'Content-Type': 'application/octet-stream' } });
    this.modified.set(path, Date.now());
  }

  async remove(path: string): Promise<void> {
    if (this.drafts.delete(path)) return;
    await ask(path, { method: 'DELETE' });
    this.modified.delete(path);
  }

  /** Names directly inside a folder, and whether each is a folder itself. */
  below(folder: string): Map<string, 'file' | 'directory'> {
    const start = folder === '' ? '' : `${folder}/`;
    const found = new Map<string, 'file' | 'directory'>();
    for (const path of this.modified.keys()) {
      if (!path.startsWith(start)) continue;
      const [name = '', ...deeper] = path.slice(start.length).split('/');
      found.set(name, deeper.length > 0 ? 'directory' : 'file');
    }
    return found;
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

class ShopFile {
  readonly kind = 'file';
  readonly #files: EditableFiles;
  #path: string;

  constructor(files: EditableFiles, path: string) {
    this.#files = files;
    this.#path = path;
  }

  get name(): string {
    return nameOf(this.#path);
  }

  getFile(): Promise<File> {
    return this.#files.read(this.#path, this.name);
  }

  async createWritable() {
    const parts: BlobPart[] = [];
    return {
      write: async (part: BlobPart) => {
        // The blob may belong to a file that is about to be renamed.
        parts.push(part instanceof Blob ? await part.arrayBuffer() : part);
      },
      close: () => this.#files.write(this.#path, new Blob(parts)),
    };
  }

  /** Moves it to another folder or another name. */
  async move(folder: ShopFolder, name: string): Promise<void> {
    const from = this.#path;
    const to = folder.inside(name);
    await this.#files.write(to, await this.getFile());
    this.#path = to;
    await this.#files.remove(from);
  }
}

class ShopFolder {
  readonly kind = 'directory';
  readonly name: string;
  readonly #files: EditableFiles;
  readonly #path: string;

  constructor(files: EditableFiles, path: string) {
    this.#files = files;
    this.#path = path;
    this.name = nameOf(path) || 'shop';
  }

  inside(name: string): string {
    return this.#path === '' ? name : `${this.#path}/${name}`;
  }

  async *entries(): AsyncGenerator<[string, ShopFile | ShopFolder]> {
    if (this.#path === '') await this.#files.open();
    for (const [name, kind] of this.#files.below(this.#path)) {
      const path = this.inside(name);
      yield [name, kind === 'file' ? new ShopFile(this.#files, path) : new ShopFolder(this.#files, path)];
    }
  }

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<ShopFolder> {
    if (!create && this.#files.below(this.#path).get(name) !== 'directory') throw absent(name);
    return new ShopFolder(this.#files, this.inside(name));
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<ShopFile> {
    if (!create && this.#files.below(this.#path).get(name) !== 'file') throw absent(name);
    return new ShopFile(this.#files, this.inside(name));
  }

  /** Folders are never removed: the shop keeps empty ones. */
  async removeEntry(name: string): Promise<void> {
    if (this.#files.below(this.#path).get(name) === 'directory') return;
    await this.#files.remove(this.inside(name));
  }
}

/**
 * Replaces the browser's origin private file system, which the editor opens, with the shop's folder.
 * @throws DOMException NotAllowedError or NotFoundError if no local shop answers
 */
export async function lendShopFolder(): Promise<void> {
  const files = new EditableFiles();
  await files.open();
  const root = {
    getDirectoryHandle: async () => new ShopFolder(files, ''),
    /** “Clear cache” empties the origin private file system; this folder is not a cache. */
    removeEntry: async () => {},
  };
  Object.defineProperty(navigator.storage, 'getDirectory', { value: async () => root });
}
