import { Buffer } from 'node:buffer';
import { listProductionPackages, type ProductionPackage } from './production-packages.ts';

type Product = { name: string; version: string; license: string };

const purlOf = ({ name, version }: Pick<ProductionPackage, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

const isExpression = (license: string) => /[ ()]/.test(license);

const licensesOf = (license: string | undefined) =>
  license && { licenses: [isExpression(license) ? { expression: license } : { license: { id: license } }] };

/**
 * The software bill of materials of a production install, in CycloneDX 1.6. It is made from the lock, so it
 * needs no network, and the same lock makes the same bill.
 */
export function makeSbom(product: Product, packages = listProductionPackages()) {
  const root = `${product.name}@${product.version}`;
  const refs = new Map(packages.map((one) => [one.path, `${one.path}@${one.version}`]));
  const direct = packages.filter(({ path }) => path.lastIndexOf('node_modules/') === 0);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': root, name: product.name, version: product.version },
    },
    components: packages.map((one) => ({
      type: 'library',
      'bom-ref': refs.get(one.path),
      name: one.name,
      version: one.version,
      scope: one.isOptional ? 'optional' : 'required',
      ...(one.sha512 && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(one.sha512, 'base64').toString('hex') }],
      }),
      ...licensesOf(one.license),
      purl: purlOf(one),
    })),
    dependencies: [
      { ref: root, dependsOn: direct.map(({ path }) => refs.get(path)) },
      ...packages.map(({ path, uses }) => ({
        ref: refs.get(path),
        dependsOn: [...new Set(uses.map((used) => refs.get(used)))],
      })),
    ],
  };
}
