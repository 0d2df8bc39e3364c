/**
 * The start of every npm command of package.json: installs what is missing and continues under Node 24. Runs on a bare
 * Node 20 before anything is installed, so it imports only Node's own modules.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));
const binFolder = join(projectRoot, 'node_modules', '.bin');
const node24 = join(binFolder, 'node');

/** A failure that the user can fix: printed as one sentence, without a stack. */
export class SetupError extends Error {}

/** Prints one line of progress. @param {string} text */
export const step = (text) => console.log(`· ${text}`);

/** @param {unknown} error */
export function exitWith(error) {
  console.error(error instanceof SetupError ? `✗ ${error.message}` : error);
  process.exit(1);
}

/** @param {string} path */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/**
 * Compares npm's own record of the installation with the lockfile, so that a manual install counts too. Optional packages
 * may be absent: they are other platforms' binaries.
 *
 * @param {'shop' | 'everything'} part
 */
export function packagesMatchLockfile(part, root = projectRoot) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, { version, integrity, dev, optional, devOptional }]) => {
    if (path === '' || (part === 'shop' && dev === true)) return true;
    const found = installed[path];
    if (!found) return optional === true || devOptional === true;
    return found.version === version && found.integrity === integrity;
  });
}

function environmentForNpm() {
  // Either setting would override the choice of packages on the command line.
  const { NODE_ENV: _production, npm_config_omit: _omitted, ...environment } = process.env;
  // npm must not run on the Node that it is about to replace.
  const path = (environment['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith('node_modules/.bin'));
  return { ...environment, PATH: path.join(delimiter) };
}

/**
 * Installs `dependencies` (40% of all packages, which build and run the shop), or `devDependencies` as well (for the
 * checks). The latter are added without removing anything, because a shop may be open.
 *
 * @param {'shop' | 'everything'} part
 */
async function installPackages(part) {
  const hasNode24 = existsSync(node24);
  if (hasNode24 && packagesMatchLockfile(part)) return;
  const adds = part === 'everything' && hasNode24 && packagesMatchLockfile('shop');
  const command = [
    ...(adds ? ['install', '--no-save'] : ['ci']),
    part === 'shop' ? '--omit=dev' : '--include=dev',
  ];
  step(`${adds ? 'Adding the packages of the checks' : 'Installing packages'} (npm ${command.join(' ')})`);
  const npm = spawn('npm', [...command, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: projectRoot,
    env: environmentForNpm(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endWithParent = () => npm.kill();
  process.once('exit', endWithParent);
  const [code] = await once(npm, 'exit').catch(() => [null]);
  process.off('exit', endWithParent);
  if (code !== 0) {
    throw new SetupError(
      `npm ${command[0]} failed; read its message above, check the network and start again.`,
    );
  }
}

/**
 * Runs a project script under the Node 24 of node_modules and ends with its exit code. The channel between the two
 * tells the child when this process has ended, for any reason.
 *
 * @param {string} script path inside the project
 * @param {string[]} args
 */
function runOnNode24(script, args) {
  const child = spawn(node24, [join(projectRoot, script), ...args], {
    cwd: projectRoot,
    env: { ...process.env, PATH: `${binFolder}${delimiter}${process.env['PATH'] ?? ''}` },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  // Test runners can kill npm without ending its children; a closed shell may leave a shop open.
  const starter = process.ppid;
  if (process.env['npm_lifecycle_event']) {
    setInterval(() => process.ppid === starter || child.kill('SIGTERM'), 1_000).unref();
  }
  child.on('error', (error) => exitWith(error));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** @param {string} program */
export function isInstalled(program) {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' }).status === 0;
}

let packageListsUpdated = false;

/** @param {string[]} args */
function aptGet(args) {
  const result = spawnSync('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return result.status === 0;
}

/**
 * @param {string} program the required command
 * @param {string} debianPackage the package that contains it
 */
export function installProgram(program, debianPackage) {
  if (isInstalled(program)) return;
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) {
    throw new SetupError(
      `${program} is missing; install it (Debian and Ubuntu: "sudo apt-get install ${debianPackage}") and start again.`,
    );
  }
  step(`Installing ${debianPackage} (apt-get)`);
  if (!packageListsUpdated) {
    aptGet(['update', '-qq']);
    packageListsUpdated = true;
  }
  aptGet(['install', '-y', '-qq', '--no-install-recommends', debianPackage]);
  if (!isInstalled(program)) {
    throw new SetupError(`apt-get could not install ${debianPackage}; install it by hand and start again.`);
  }
}

export const installRedis = () => installProgram('redis-server', 'redis-server');

/**
 * Installs what a script needs, programs while npm installs packages, and then runs the script.
 *
 * @param {string} script path inside the project
 * @param {string[]} args
 * @param {{ packages: 'shop' | 'everything', programs?: (() => void)[] }} needs
 */
export async function launch(script, args, { packages, programs = [] }) {
  try {
    const packagesInstalled = installPackages(packages);
    for (const install of programs) install();
    await packagesInstalled;
    runOnNode24(script, args);
  } catch (error) {
    exitWith(error);
  }
}

/**
 * Reads settings from the file .env; existing environment variables win. Tests name no file (`SHOP_SETTINGS=`), so they
 * never use a real shop's database.
 */
export function loadSettings() {
  const name = process.env['SHOP_SETTINGS'] ?? '.env';
  const file = join(projectRoot, name);
  if (name !== '' && existsSync(file)) process.loadEnvFile(file);
}

/** A shop with Upstash's address uses that database; any other needs its own Redis. */
export function usesOwnRedis() {
  return !(process.env['UPSTASH_REDIS_REST_URL'] && process.env['UPSTASH_REDIS_REST_TOKEN']);
}
