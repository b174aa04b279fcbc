import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { announce } from '../harness/children.ts';

// The floor of P1: Nest on Express with one handler and nothing else.

class HelloController {
  hello(): object {
    return { message: 'hello' };
  }
}
// Decorators are called as functions, because Node erases types and does not support decorator
// syntax.
const handler = Object.getOwnPropertyDescriptor(HelloController.prototype, 'hello') ?? {};
Get('hello')(HelloController.prototype, 'hello', handler);
Controller()(HelloController);

class HelloModule {}
Module({ controllers: [HelloController] })(HelloModule);

const app = await NestFactory.create<NestExpressApplication>(HelloModule, { logger: false });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address() as AddressInfo;
announce(port);
