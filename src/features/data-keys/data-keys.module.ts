import { Module } from '@nestjs/common';
import { KeyRotations } from './rotations/key-rotations.service.js';
import { ResealJob } from './rotations/reseal.job.js';
import { WrappedKeys } from './rotations/wrapped-keys.service.js';
import { Resealer } from './rotations/resealer.service.js';

/** Keys that turn: everything that was sealed under an old one is sealed anew. */
@Module({ providers: [Resealer, KeyRotations, WrappedKeys, ResealJob], exports: [KeyRotations, WrappedKeys] })
export class DataKeysModule {}
