import { apiRoutes } from '@farline/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from './test-app.ts';

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

const { origin } = await testApp();

test('the documentation holds every route that is described, and no other', async () => {
  const { paths } = openApi.parse(await (await fetch(`${origin}/api/docs/json`)).json());
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const described = apiRoutes.map(({ name, isAtRoot }) => (isAtRoot ? name : name.replace(' ', ' /api/v1')));
  expect(documented.toSorted()).toEqual(described.toSorted());
});
